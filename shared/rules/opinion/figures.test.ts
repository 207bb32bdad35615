import { expect, test } from 'vitest';
import { deviationFromOthers, isOutlier, meanOf, spreadOf } from './figures.ts';

test.each([
  [[], null, null],
  [[null, undefined], null, null],
  [[80], 80, null],
  [[80, null, 90], 85, 10],
  [[70, 80, 85], 78.3, 15],
  [[0, 100], 50, 100],
])('%j: mean %s, spread %s', (values, mean, spread) => {
  expect([meanOf(values), spreadOf(values)]).toEqual([mean, spread]);
});

test.each([
  [[80], 0, null],
  [[null, 80], 0, null],
  [[80, null], 0, null],
  [[90, 80], 0, 10],
  [[60, 80, 90], 0, -25],
  [[60, null, 90], 2, 30],
])('%j: number %i deviates by %s from the others', (values, at, deviation) => {
  expect(deviationFromOthers(values, at)).toBe(deviation);
});

test('an outlier is as far from the others as a spread is wide', () => {
  const totals = [60, 80, 80, null];
  expect(totals.map((_, at) => isOutlier(totals, at))).toEqual([true, false, false, false]);
});
