import { expect, test } from 'vitest';
import { voteProblem } from './department-vote.ts';

test.each([
  [9, 9, 7, 1, 1, null],
  [11, 9, 5, 4, 0, null],
  [1, 1, 1, 0, 0, null],
  [9, 9, 4, 5, 0, '赞成 4 票，没有超过实到 9 人的半数，不能推荐'],
  [8, 8, 4, 4, 0, '赞成 4 票，没有超过实到 8 人的半数，不能推荐'],
  [10, 10, 2, 8, 0, '赞成 2 票，没有超过实到 10 人的半数，不能推荐'],
  [8, 9, 9, 0, 0, '实到 9 人，多于应到 8 人'],
  [9, 9, 7, 1, 0, '赞成 7 + 反对 1 + 弃权 0 = 8，与实到 9 人不符'],
  [9, 9, 9, 1, 0, '赞成 9 + 反对 1 + 弃权 0 = 10，与实到 9 人不符'],
  [9, 0, 0, 0, 0, '实到人数至少为 1'],
  [9, 1, 2, -1, 0, '人数和票数必须是不小于 0 的整数'],
  [9, 1.5, 1.5, 0, 0, '人数和票数必须是不小于 0 的整数'],
  [Number.NaN, 1, 1, 0, 0, '人数和票数必须是不小于 0 的整数'],
])(
  'of %d members %d there, %d for, %d against, %d abstaining: %s',
  (expected, present, inFavour, against, abstain, problem) => {
    expect(voteProblem({ expected, present, inFavour, against, abstain })).toBe(problem);
  },
);
