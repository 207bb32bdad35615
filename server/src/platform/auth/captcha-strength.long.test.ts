// Slow: a reader of pictures is fitted to a hundred of them, a second of a core each.
import { expect, test } from 'vitest';
import { solve } from '../../../test/captcha-solver.ts';
import { createCaptcha } from './captcha.ts';

/** Three of ten are read; of a hundred random pictures half would be read in one run of a million. */
test('a table of the strokes, fitted to the picture, reads fewer than half of the pictures', () => {
  const solved = Array.from({ length: 100 }, () => createCaptcha()).filter(
    ({ answer, svg }) => solve(svg) === answer,
  );
  expect(solved.length).toBeLessThan(50);
});
