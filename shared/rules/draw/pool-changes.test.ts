import { expect, test } from 'vitest';
import { poolChangesInWords } from './pool-changes.ts';

test.each([
  [[], []],
  [
    [
      { action: 'expert.disabled', by: '甲', count: 3, later: 2 },
      { action: 'declared_relation.created', by: '乙', count: 1, later: 1 },
      { action: 'expert.rated', by: '甲', count: 1, later: 0 },
    ],
    ['甲：停用专家 3 次（发起抽取后 2 次）、调整专家评级 1 次', '乙：登记利害关系 1 次（发起抽取后 1 次）'],
  ],
] as const)('acts of each account in one sentence', (changes, words) => {
  expect(poolChangesInWords(changes)).toEqual(words);
});
