import { expect, test } from 'vitest';
import { abortedAfter } from './aborts.ts';

const none = { office: false, supervisor: false };

test.each([
  ['planned', true, none, /^名册冻结前$/],
  ['frozen', true, none, /^名册冻结后、双方公开随机数前$/],
  ['frozen', true, { office: true, supervisor: false }, /监督员当时已能自行算出结果/],
  ['frozen', true, { office: false, supervisor: true }, /评审办当时已能自行算出结果/],
  ['frozen', true, { office: true, supervisor: true }, /双方当时已能自行算出结果/],
  ['frozen', false, none, /没有监督员参加，评审办当时已能自行算出结果/],
  ['frozen', false, { office: true, supervisor: false }, /^评审办公开随机数后.*评审办当时已能/],
  ['drawn', true, { office: true, supervisor: true }, /^结果产生后$/],
] as const)('left %s, witnessed %s, opened %j', (from, isWitnessed, opened, words) => {
  expect(abortedAfter({ from, isWitnessed, opened })).toMatch(words);
});
