import { expect, test } from 'vitest';
import { repeatShare, replaySeeds, describeRepeatShare } from './repeat-share.ts';
import { runSelection } from './run-selection.ts';
import { isSeed } from './random.ts';
import type { Selection } from './selection.ts';
import { pathOfCode } from '../subject/path.ts';
import { expertOf, fileOf, paramsOf } from './testing/random-selection.ts';

const seed = 'ab'.repeat(32);
const seeds = replaySeeds(seed, 20);

test('seeds of replays are seeds, all different, and follow from the seed alone', () => {
  expect(seeds.every(isSeed)).toBe(true);
  expect(new Set(seeds).size).toBe(20);
  expect(replaySeeds(seed, 20)).toEqual(seeds);
  expect(replaySeeds('cd'.repeat(32), 1)).not.toEqual(seeds.slice(0, 1));
});

const withNoise = (noisePoints: number): Selection => {
  const experts = Array.from({ length: 20 }, (_, id) =>
    expertOf({
      id,
      schoolId: 100 + id,
      subjects: [pathOfCode('under', id % 4 === 0 ? '080901' : '080902')],
      rating: 3 + (id % 3),
    }),
  );
  const files = Array.from({ length: 6 }, (_, id) => fileOf({ id, schoolId: 900 + id }));
  return { files, experts, conflicts: [], params: paramsOf({ seed, noisePoints }) };
};
const shareOf = (selection: Selection) => {
  const run = runSelection(selection);
  if ('errors' in run) throw new Error(run.errors.join());
  return repeatShare(selection, run.result.pairs, seeds);
};

test('the share falls as randomness grows', () => {
  const [little, much] = [shareOf(withNoise(0)), shareOf(withNoise(80))];
  expect(little.mean).toBeGreaterThan(much.mean);
  for (const { runs, least, mean, most } of [little, much]) {
    expect(runs).toBe(20);
    expect(least).toBeLessThanOrEqual(mean);
    expect(mean).toBeLessThanOrEqual(most);
    expect(most).toBeLessThanOrEqual(1);
  }
});

test('the estimate can be stopped after any run', () => {
  const selection = withNoise(10);
  const stop = (done: number) => {
    if (done === 3) throw new Error('stopped');
    return true;
  };
  expect(() => repeatShare(selection, [], seeds, stop)).toThrow('stopped');
  expect(repeatShare(selection, [], seeds.slice(0, 2))).toEqual({
    runs: 2,
    mean: 1,
    least: 1,
    most: 1,
    error: 0,
  });
});

test('with little time fewer runs count, with their certainty', () => {
  const selection = withNoise(80);
  const run = runSelection(selection);
  if ('errors' in run) throw new Error(run.errors.join());
  const few = repeatShare(selection, run.result.pairs, seeds, (done) => done < 4);
  const all = repeatShare(selection, run.result.pairs, seeds);
  expect([few.runs, all.runs]).toEqual([4, 20]);
  expect(few).toEqual(repeatShare(selection, run.result.pairs, seeds.slice(0, 4)));
  expect(all.error).toBeGreaterThan(0);
  expect(all.error).toBeLessThan(few.error);
  expect(repeatShare(selection, run.result.pairs, seeds, () => false)).toMatchObject({ runs: 1, error: 1 });
});

test.each([
  [0.97, '97% 的分配会与本次相同：结果几乎由学科匹配和回避决定'],
  [0.6, '60% 的分配会与本次相同：其余由随机数决定'],
  [0.1, '10% 的分配会与本次相同：结果主要由随机数决定'],
])('%s in words', (mean, words) => expect(describeRepeatShare({ mean })).toContain(words));
