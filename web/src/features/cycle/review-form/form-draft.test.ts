import { ReviewForm, standardForm, standardLevels } from '@zhiping/shared/rules/opinion/form.ts';
import { describe, expect, test } from 'vitest';
import {
  type CriterionDraft,
  hasUsualLevels,
  movedTo,
  nameOf,
  newCriterion,
  newKey,
  newText,
  nextLevel,
  usualLevels,
  withWeight,
} from './form-draft.ts';

const criterion = (weight: number | null, levels = usualLevels(weight)): CriterionDraft => ({
  key: 'a',
  name: '教学',
  weight,
  rubric: '',
  required: true,
  levels,
});

test('rows are moved up and down', () => {
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('new keys and new rows fit the schema except for the fields to be typed', () => {
  const empty = { criteria: [], texts: [] };
  const named = {
    criteria: [{ ...newCriterion(empty), name: '教学' }],
    texts: [{ ...newText(), name: '意见' }],
  };
  expect(ReviewForm.safeParse(named).success).toBe(true);
  expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50);
});

test('a new criterion gets the remaining weight, or none', () => {
  const form = { ...standardForm, criteria: [criterion(70)] };
  expect(newCriterion(form)).toMatchObject({ weight: 30, levels: standardLevels(30) });
  expect(newCriterion(standardForm)).toMatchObject({ weight: null, levels: usualLevels(null) });
});

describe('when the weight changes', () => {
  test('the usual levels follow it, also while it is typed', () => {
    const typed = [null, 2, 25, 3, 35].reduce<CriterionDraft>(withWeight, criterion(20));
    expect(typed).toEqual(criterion(35));
  });

  test.each([null, 0, 2, 101, 2.5])('the usual levels wait while the weight is %j', (weight) => {
    expect(withWeight(criterion(20), weight).levels).toEqual(criterion(20).levels);
    expect(withWeight(withWeight(criterion(20), weight), 40)).toEqual(criterion(40));
    expect(withWeight(withWeight(criterion(null), weight), 40)).toEqual(criterion(40));
  });

  test('usual points under other words follow it', () => {
    const words = ['优', '良', '中', '差'];
    const worded = (weight: number) =>
      standardLevels(weight).map(({ points }, at) => ({ word: words[at]!, points }));
    expect(withWeight(criterion(20, worded(20)), 45).levels).toEqual(worded(45));
    expect(hasUsualLevels(criterion(20, worded(20)))).toBe(false);
  });

  test('custom levels stay', () => {
    const own = [
      { word: '好', points: 20 },
      { word: '差', points: 0 },
    ];
    expect(hasUsualLevels(criterion(20, own))).toBe(false);
    expect(withWeight(criterion(20, own), 30).levels).toEqual(own);
    expect(withWeight(criterion(20, standardLevels(18)), 30).levels).toEqual(standardLevels(18));
  });
});

test.each([
  [[20, 16], 12],
  [[20, 2], 0],
  [[20], 19],
  [[5, 0], null],
  [[null], null],
  [[], null],
])('the level after %j has %j points', (points, next) =>
  expect(nextLevel(points.map((one) => ({ word: '级', points: one }))).points).toBe(next),
);

test('a row is named by its name, or by its number', () => {
  expect([nameOf(' 教学 ', 0), nameOf(' ', 1)]).toEqual(['教学', '第 2 项']);
});
