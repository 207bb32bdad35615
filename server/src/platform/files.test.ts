import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore, pictureEnding } from './files.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-store-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('equal content is one file, and half-written ones do not stay', async () => {
  const files = createFileStore(directory);
  const names = await Promise.all(Array.from({ length: 8 }, () => files.put(Buffer.from('content'), 'png')));
  expect(new Set(names).size).toBe(1);
  const name = names[0] as string;
  expect(await readdir(join(directory, name.slice(0, 2)))).toEqual([name]);
  expect(await files.get(name)).toEqual(Buffer.from('content'));
});

test.each(['../secret', '/etc/passwd', `${'0'.repeat(64)}.png`, `..${'0'.repeat(62)}.png`, ''])(
  'there is no file %j',
  async (name) => {
    expect(await createFileStore(directory).get(name)).toBeNull();
  },
);

test.each([
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'png'],
  [[0xff, 0xd8, 0xff, 0xe0], 'jpg'],
  [[0x47, 0x49, 0x46, 0x38, 0x39], 'gif'],
  [[0x3c, 0x73, 0x76, 0x67], null],
  [[], null],
])('the picture in %j is %s', (bytes, ending) => {
  expect(pictureEnding(Buffer.from(bytes))).toBe(ending);
});
