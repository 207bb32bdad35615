import { describe, expect, test } from 'vitest';
import { pauseBefore } from './live.ts';

describe('pauseBefore', () => {
  test.each([
    [0, 0, 500],
    [0, 1, 1000],
    [1, 1, 2000],
    [4, 1, 16_000],
    [5, 1, 30_000],
    [50, 0, 15_000],
  ])('attempt %i with chance %f waits %i ms', (attempt, random, pause) => {
    expect(pauseBefore(attempt, random)).toBe(pause);
  });
});
