import { expect, test, vi } from 'vitest';
import { solve } from '../../../test/captcha-solver.ts';
import { createCaptcha } from './captcha.ts';

/** The same pictures in every run (mulberry32): of random ones more than half are read now and then. */
vi.mock('node:crypto', async (original) => {
  let state = 2026;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const randomInt = (low: number, high?: number) => {
    const [from, to] = high === undefined ? [0, low] : [low, high];
    return from + Math.floor(next() * (to - from));
  };
  return { ...(await original<typeof import('node:crypto')>()), randomInt };
});

test('a table of the strokes, fitted to the picture, reads fewer than half of the pictures', () => {
  const solved = Array.from({ length: 32 }, () => createCaptcha()).filter(
    ({ answer, svg }) => solve(svg) === answer,
  );
  expect(solved.length).toBeLessThan(16);
}, 60_000);
