import { expect, it } from 'vitest';
import { sha256, sha256InScript } from './sha256.ts';

it('hashes the example of the standard', () => {
  expect(sha256InScript(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

it('hashes like the browser, around the edges of a block and over many blocks', async () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 300_001]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 131) ^ (index >> 7));
    expect([length, sha256InScript(bytes)]).toEqual([length, await sha256(new Blob([bytes]))]);
  }
});
