import { expect, test } from 'vitest';
import { loadSpread, resultFigures } from './result-figures.ts';

const files = [
  { id: 1, need: 2 },
  { id: 2, need: 2 },
];
const none = () => 0;

test('counts pairs, empty places, matches and loads', () => {
  const pairs = [
    { file: 1, expert: 7, match: 10_000 },
    { file: 1, expert: 8, match: 6500 },
    { file: 2, expert: 7, match: 2500 },
  ];
  const figures = resultFigures(files, pairs, (expert) => (expert === 8 ? 2 : 0));
  expect(figures).toMatchObject({ files: 2, filled: 3, unfilled: 1, meanMatch: 63.3, worstFile: 25 });
  expect(figures.loads).toEqual([
    { load: 2, experts: 1 },
    { load: 3, experts: 1 },
  ]);
  expect(figures.matches.filter(({ pairs: count }) => count > 0)).toEqual([
    { from: 20, pairs: 1 },
    { from: 60, pairs: 1 },
    { from: 90, pairs: 1 },
  ]);
  expect(loadSpread(figures)).toEqual({ least: 2, most: 3 });
});

test('an empty result has no mean and empty charts', () => {
  const figures = resultFigures(files, [], none);
  expect(figures).toMatchObject({ filled: 0, unfilled: 4, meanMatch: null, worstFile: null, loads: [] });
  expect(loadSpread(figures)).toBeNull();
});

test('matches out of range count in the first and the last bar', () => {
  const { matches } = resultFigures(
    files,
    [
      { file: 1, expert: 1, match: -500 },
      { file: 1, expert: 2, match: 12_000 },
    ],
    none,
  );
  expect([matches[0]!.pairs, matches.at(-1)!.pairs]).toEqual([1, 1]);
});
