import { expect, test } from 'vitest';
import { paramsOfPlan, planWords, standardPlan, withoutMatchLimits } from './plan.ts';

const asked = {
  similarity: 'pool',
  widestRing: 1,
  leastMatch: 40,
  isWorstRaised: true,
  leastLoad: 2,
} as const;

test.each([
  ['the standard', standardPlan, ['学科距离按学科层级', '限同门类内']],
  [
    'all there is',
    { ...standardPlan, ...asked },
    [
      '学科距离按专家库分布',
      '限同专业类内',
      '匹配不低于 40 分',
      '先保匹配最低的材料',
      '每位专家尽量至少 2 份',
    ],
  ],
  [
    'a lottery, which weighs nobody',
    { ...standardPlan, ...asked, mode: 'draw' as const },
    ['学科距离按专家库分布', '限同专业类内', '匹配不低于 40 分'],
  ],
])('%s is described in Chinese', (_, plan, words) => {
  expect(planWords(plan)).toEqual(words);
});

test('a draw by lot raises no match and fills no floor', () => {
  expect(paramsOfPlan({ ...standardPlan, ...asked })).toMatchObject({ isWorstRaised: true, hasFloors: true });
  expect(paramsOfPlan({ ...standardPlan, ...asked, mode: 'draw' })).toMatchObject({
    isWorstRaised: false,
    hasFloors: false,
    leastMatch: 40,
  });
});

test('a manual choice is not bound by the match limits of the plan', () => {
  expect(withoutMatchLimits({ leastMatch: 60, widestRing: 0 })).toEqual({ leastMatch: 0, widestRing: 2 });
  expect(withoutMatchLimits({ leastMatch: 0, widestRing: 3 })).toEqual({ leastMatch: 0, widestRing: 3 });
});
