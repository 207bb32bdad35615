import { describe, expect, it } from 'vitest';
import { contrast, DARK_SURFACE, forDark, forLight, LIGHT_SURFACE, swatches } from './colors.ts';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#1d5fd0', '#ffffff', 5.8],
    ['#1677ff', '#ffffff', 4.1],
  ])('%s on %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBeCloseTo(ratio, 1);
  });
});

describe('theme colours', () => {
  it.each(swatches)('$name is readable on every background', ({ color }) => {
    for (const ground of [LIGHT_SURFACE, '#f5f6f8', '#e8f0fc'])
      expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
    expect(forLight(color)).toBe(color);
    expect(contrast(forDark(color), DARK_SURFACE)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['#ffff00', '#ffffff', '#7fd0ff', '#000000', '#123456'])(
    '%s is adjusted until it is readable',
    (color) => {
      expect(contrast(forLight(color), LIGHT_SURFACE)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(forDark(color), DARK_SURFACE)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
