import { expect, test } from 'vitest';
import { poolChangesInWords } from './pool-changes.ts';

test.each([
  [[], []],
  [
    [
      { action: 'expert.disabled', by: '甲', count: 3, planned: 2, frozen: 1 },
      { action: 'declared_relation.created', by: '乙', count: 1, planned: 1, frozen: 0 },
      { action: 'expert.rated', by: '甲', count: 1, planned: 0, frozen: 0 },
    ],
    [
      '甲：停用专家 3 次（发起抽取后 2 次，名册冻结后 1 次）、调整专家评级 1 次',
      '乙：登记利害关系 1 次（发起抽取后 1 次）',
    ],
  ],
] as const)('acts of each account in one sentence', (changes, words) => {
  expect(poolChangesInWords(changes)).toEqual(words);
});
