import { describe, expect, it } from 'vitest';
import { createExclusionReasons, isLoss, describeBottleneck, describeLoss } from './explain.ts';
import { raiseWorst } from './raise-worst.ts';
import { runSelection, type SelectedPair } from './run-selection.ts';
import { type Selection } from './selection.ts';
import { describeShortages } from './describe-shortages.ts';
import { findBottlenecks } from './shortage.ts';
import { resultOf } from './solve.ts';
import { type SolvedSelection, solveSelection } from './solve-selection.ts';
import { crowdedSelection, expertOf, fileOf, paramsOf, randomSelection } from './testing/random-selection.ts';
import { createPairRows } from './pair-rows.ts';

const sums = ({ solution }: SolvedSelection) => {
  const { shortage, pairCost, loadCost, belowFloor } = resultOf(solution);
  return { shortage, cost: pairCost + loadCost, belowFloor };
};

describe('reasons for exclusion', () => {
  const forced = (selection: Selection, file: number, expert: number) => {
    const lock = { file: selection.files[file]!.id, expert: selection.experts[expert]!.id };
    const other = sums(solveSelection({ ...selection, locks: [lock] }));
    const { first, step } = selection.params.load;
    const own =
      createPairRows(selection).costOf(file, expert) + first + step * selection.experts[expert]!.openLoad;
    return { ...other, cost: other.cost + own };
  };

  it.each([
    ['for candidates and those who were left out', []],
    [
      'where experts are kept apart',
      [
        { a: 'e1', b: 'e2' },
        { a: 'e3', b: 'e4' },
      ],
    ],
  ])('is the same as solving with the pair, %s', (_, apart) => {
    const kinds = { chosen: 0, refused: 0, loss: 0 };
    for (let seed = 1; seed <= 24; seed += 1) {
      const selection = { ...crowdedSelection(seed), apart };
      selection.params = { ...selection.params, hasFloors: false };
      const solved = solveSelection(selection);
      const best = sums(solved);
      const exclusionReasonsOf = createExclusionReasons(selection, solved);
      for (let file = 0; file < selection.files.length; file += 3)
        for (let expert = 0; expert < selection.experts.length; expert += 2) {
          const answer = exclusionReasonsOf(file, expert);
          kinds[answer.kind] += 1;
          if (answer.kind !== 'loss') continue;
          expect(answer.isExact).toBe(true);
          const other = forced(selection, file, expert);
          expect(answer.loss, `seed ${seed}: ${file}, ${expert}`).toEqual({
            emptyPlaces: other.shortage - best.shortage,
            belowFloor: 0,
            points: other.cost - best.cost,
          });
        }
    }
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(20);
  });

  it('have Chinese words', () => {
    expect(describeLoss({ emptyPlaces: 0, belowFloor: 0, points: 235 })).toBe('选他则总体少 2.35 分');
    expect(describeLoss({ emptyPlaces: 1, belowFloor: 0, points: -50 })).toBe(
      '选他则总体多 1 个空缺，多 0.5 分',
    );
    expect(describeLoss({ emptyPlaces: 0, belowFloor: 0, points: 0 })).toBe('选他则总体不变');
  });
});

describe('why places stay empty, in words', () => {
  it('states demand and supply', () => {
    const experts = [1, 2, 3].map((id) => expertOf({ id, schoolId: id, cap: 4 }));
    const files = Array.from({ length: 5 }, (_, id) => fileOf({ id, need: 3 }));
    const lonely = fileOf({ id: 9, need: 2, subjects: [['under', '03', '0301']] });
    const selection = { files: [...files, lonely], experts, conflicts: [], params: paramsOf() };
    const { solution } = solveSelection(selection);
    const words = findBottlenecks(solution.flow).map((one) =>
      describeBottleneck(selection, one, solution.flow.network.places),
    );
    expect(words).toEqual([
      '学科 0809 需要 15 人次，可用 3 位专家 × 4 份，缺 3 人次',
      '学科 0301 需要 2 人次，没有可用的专家，缺 2 人次',
    ]);
  });
});

describe('raising the worst match', () => {
  it('finds the highest worst match that leaves no more places empty', () => {
    let raised = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const selection = randomSelection(seed, { mode: 'optimise' });
      const { leastMatch, solved } = raiseWorst(selection);
      const shortage = (least: number) =>
        resultOf(
          solveSelection({ ...selection, params: { ...selection.params, leastMatch: least } }).solution,
        ).shortage;
      expect(resultOf(solved.solution).shortage).toBe(shortage(0));
      if (resultOf(solved.solution).arcs.length > 0 && leastMatch < 100)
        expect(shortage(leastMatch + 0.01), `seed ${seed}`).toBeGreaterThan(shortage(0));
      if (leastMatch > 25) raised += 1;
    }
    expect(raised).toBeGreaterThan(10);
  });
});

describe('parameters', () => {
  it('raise the worst match as far as possible in a run', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const plain = randomSelection(seed, { mode: 'optimise' });
      const selection = { ...plain, params: { ...plain.params, isWorstRaised: true } };
      const { leastMatch } = raiseWorst(plain);
      const [run, before] = [runSelection(selection), runSelection(plain)];
      if ('errors' in run || 'errors' in before) throw new Error('cannot be run');
      const worst = (pairs: readonly SelectedPair[]) =>
        pairs.reduce((least, { parts }) => Math.min(least, parts.match), Infinity);
      expect(worst(run.result.pairs)).toBeGreaterThanOrEqual(leastMatch * 100);
      expect(run.result.missing).toBe(before.result.missing);
      const described = describeShortages(selection, run.result.solved);
      expect(described.reduce((sum, { missing }) => sum + missing, 0)).toBe(run.result.missing);
      expect(described).toEqual(describeShortages(plain, null));
    }
  });

  it('accept a lower sum for a higher worst match', () => {
    const files = [
      fileOf({ id: 1, need: 1, subjects: [['under', '08', '0809', '080901']] }),
      fileOf({ id: 2, need: 1, subjects: [['under', '08', '0810', '081001']] }),
    ];
    const a = [
      ['under', '08', '0809', '080901'],
      ['under', '08', '0810', '081002'],
    ];
    const b = [
      ['under', '08', '0811', '081101'],
      ['under', '08', '0809', '080902'],
    ];
    const experts = [a, b].map((subjects, id) => expertOf({ id, schoolId: id, cap: 1, subjects }));
    const matchesOf = (isWorstRaised: boolean) => {
      const params = { ...paramsOf(), mode: 'optimise' as const, isWorstRaised };
      const run = runSelection({ files, experts, conflicts: [], params });
      return 'errors' in run ? [] : run.result.pairs.map(({ parts }) => parts.match);
    };
    expect(matchesOf(false)).toEqual([10_000, 2500]);
    expect(matchesOf(true)).toEqual([6175, 6175]);
  });
});

it.each([
  [{ emptyPlaces: 1, belowFloor: 0, points: -500 }, true],
  [{ emptyPlaces: -1, belowFloor: 0, points: 500 }, false],
  [{ emptyPlaces: 0, belowFloor: 1, points: -500 }, true],
  [{ emptyPlaces: 0, belowFloor: 0, points: 1 }, true],
  [{ emptyPlaces: 0, belowFloor: 0, points: 0 }, false],
])('%j is a loss: %s', (loss, expected) => {
  expect(isLoss(loss)).toBe(expected);
});
