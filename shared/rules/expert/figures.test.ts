import { expect, test } from 'vitest';
import { expertFigures, type OpinionFact } from './figures.ts';

const fact = (expert: number, file: number, change: Partial<OpinionFact> = {}): OpinionFact => ({
  expert,
  file,
  total: 80,
  isNegative: false,
  outcome: null,
  days: null,
  minutes: null,
  ...change,
});
const totals = (file: number, ...values: (number | null)[]) =>
  values.map((total, index) => fact(index + 1, file, { total }));

test.each<[string, OpinionFact[], number | null, number]>([
  ['nobody beside him', totals(1, 60), null, 0],
  ['others gave no points', totals(1, 60, null, null), null, 0],
  ['he gave none himself', totals(1, null, 80), null, 0],
  ['as the others', totals(1, 80, 80, 80), 0, 1],
  ['below the mean of the others', totals(1, 70, 80, 90), -15, 1],
  ['good files and bad ones', [...totals(1, 92, 90), ...totals(2, 52, 50)], 2, 2],
  ['rounded once, at the end', [...totals(1, 80, 80, 81), ...totals(2, 80, 80, 81)], -0.5, 2],
  ['severe and mild files even out', [...totals(1, 70, 80), ...totals(2, 90, 80)], 0, 2],
])('severity: %s', (_, facts, severity, compared) => {
  expect(expertFigures(facts).get(1)).toMatchObject({ severity, compared });
});

/** Projects on which the expert gives this many points more than the other one. */
const leaning = (...deviations: number[]) =>
  expertFigures(deviations.flatMap((one, file) => totals(file, 80 + one, 80))).get(1)!.leaning;

test.each<[string, number[], string | null]>([
  ['nobody to compare with', [], null],
  ['too few, however far', Array(9).fill(-30), 'few'],
  ['enough, always below', Array(10).fill(-1), 'severe'],
  ['enough, mostly above', [8, 12, 10, 9, 11, 7, 13, 10, 6, 14], 'mild'],
  ['as the others', Array(10).fill(0), 'even'],
  ['a little below among ups and downs', [9, -12, 7, -8, 10, -11, 6, -7, 8, -9], 'even'],
  ['one file far off', [-40, ...Array(11).fill(0)], 'even'],
])('leaning: %s', (_, deviations, expected) => {
  expect(deviations.length === 0 ? expertFigures([fact(1, 1)]).get(1)!.leaning : leaning(...deviations)).toBe(
    expected,
  );
});

test.each<[string, Partial<OpinionFact>[], number | null, number]>([
  ['no result yet', [{}], null, 0],
  ['agreed and passed', [{ outcome: 'pass' }], 100, 1],
  ['agreed and failed', [{ outcome: 'fail' }], 0, 1],
  ['disagreed and failed', [{ outcome: 'fail', isNegative: true }], 100, 1],
  ['disagreed and passed', [{ outcome: 'pass', isNegative: true }], 0, 1],
  ['two of three', [{ outcome: 'pass' }, { outcome: 'pass' }, { outcome: 'fail' }, {}], 66.7, 3],
])('agreement: %s', (_, changes, agreement, judged) => {
  const facts = changes.map((change, index) => fact(1, index, change));
  expect(expertFigures(facts).get(1)).toMatchObject({ agreement, judged });
});

test.each<[(number | null)[], number | null]>([
  [[], null],
  [[null], null],
  [[3], 3],
  [[1, 40, 2], 2],
  [[1, 2, null, 4, 30], 3],
])('time of %j is the middle one: %s', (days, expected) => {
  const facts = days.map((one, file) => fact(1, file, { days: one, minutes: one }));
  expect(expertFigures([fact(1, 99), ...facts]).get(1)).toMatchObject({ days: expected, minutes: expected });
});

test('of each expert separately', () => {
  const figures = expertFigures([...totals(1, 70, 90), fact(3, 2)]);
  expect([...figures].map(([expert, { opinions, severity }]) => [expert, opinions, severity])).toEqual([
    [1, 1, -20],
    [2, 1, 20],
    [3, 1, null],
  ]);
  expect(expertFigures([])).toEqual(new Map());
});
