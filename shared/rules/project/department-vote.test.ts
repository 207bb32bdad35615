import { expect, test } from 'vitest';
import { voteProblem, voteWarning } from './department-vote.ts';

test.each([
  [9, 7, 1, 1],
  [1, 1, 0, 0],
  [5, 0, 5, 0],
  [5, 0, 0, 5],
])('%i there, %i for, %i against, %i abstaining', (present, inFavour, against, abstain) => {
  expect(voteProblem({ present, inFavour, against, abstain })).toBeNull();
});

test.each([
  [9, 7, 1, 0, '赞成 7 + 反对 1 + 弃权 0 = 8，与出席 9 人不符'],
  [9, 9, 1, 0, '赞成 9 + 反对 1 + 弃权 0 = 10，与出席 9 人不符'],
  [0, 0, 0, 0, '出席人数至少为 1'],
  [1, 2, -1, 0, '人数和票数必须是不小于 0 的整数'],
  [1.5, 1.5, 0, 0, '人数和票数必须是不小于 0 的整数'],
  [Number.NaN, 0, 0, 0, '人数和票数必须是不小于 0 的整数'],
])('not %d there, %d for, %d against, %d abstaining', (present, inFavour, against, abstain, problem) => {
  expect(voteProblem({ present, inFavour, against, abstain })).toBe(problem);
});

test.each([
  [9, 5, null],
  [9, 4, '赞成 4 票，没有超过出席 9 人的半数，请确认仍要推荐'],
  [8, 4, '赞成 4 票，没有超过出席 8 人的半数，请确认仍要推荐'],
])('of %i present %i in favour', (present, inFavour, warning) => {
  expect(voteWarning({ present, inFavour, against: present - inFavour, abstain: 0 })).toBe(warning);
});
