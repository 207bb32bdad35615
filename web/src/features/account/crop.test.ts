import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, MAX_ZOOM, placement } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the shorter side fills the window, and the longer side can be moved', () => {
  expect(placement({ zoom: 1, x: 0, y: 0 }, wide, 240, 240)).toEqual({
    left: -120,
    top: 0,
    width: 480,
    height: 240,
  });
  expect(fit({ zoom: 1, x: 500, y: 500 }, wide, 240)).toEqual({ zoom: 1, x: 120, y: 0 });
});

test('the placement scales to the requested size', () =>
  expect(placement({ zoom: 2, x: 12, y: 0 }, wide, 240, 480)).toEqual({
    left: -696,
    top: -240,
    width: 1920,
    height: 960,
  }));

test('the picture always fills the window', () => {
  const length = fc.integer({ min: 1, max: 8000 });
  const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({ width: length, height: length }),
      number,
      number,
      number,
      (picture, zoom, x, y) => {
        const crop = fit({ zoom, x, y }, picture, 240);
        const { left, top, width, height } = placement(crop, picture, 240, 256);
        expect(crop.zoom).toSatisfy((value: number) => value >= 1 && value <= MAX_ZOOM);
        expect(Math.max(left, top)).toBeLessThanOrEqual(1e-6);
        expect(Math.min(left + width, top + height)).toBeGreaterThanOrEqual(256 - 1e-6);
      },
    ),
  );
});
