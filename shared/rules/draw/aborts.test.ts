import { expect, test } from 'vitest';
import { abortedAfter } from './aborts.ts';

const none = { office: false, supervisor: false };
const office = { office: true, supervisor: false };
const supervisor = { office: false, supervisor: true };
const both = { office: true, supervisor: true };

test.each([
  ['planned', true, false, none, '名册冻结前'],
  ['frozen', true, false, none, '名册冻结后、双方公开随机数前'],
  ['frozen', true, false, office, '评审办公开随机数后、监督员公开前，监督员当时已能自行算出结果'],
  ['frozen', true, false, supervisor, '监督员公开随机数后、评审办公开前，评审办当时已能自行算出结果'],
  ['frozen', true, false, both, '双方公开随机数后、结果产生前，双方当时已能自行算出结果'],
  ['frozen', false, false, none, '名册冻结后、公开随机数前；没有监督员参加，评审办当时已能自行算出结果'],
  ['frozen', false, false, office, '评审办公开随机数后、结果产生前，评审办当时已能自行算出结果'],
  ['drawn', true, false, both, '结果产生后'],
  ['frozen', true, true, none, '名册冻结后、双方公开随机数前，当时无人能算出结果'],
  ['frozen', true, true, both, '双方公开随机数后、结果产生前，当时无人能算出结果'],
  ['frozen', false, true, office, '评审办公开随机数后、结果产生前，当时无人能算出结果'],
  ['drawn', true, true, both, '结果产生后'],
] as const)(
  'left %s, witnessed %s, with a number of the server %s, opened %j',
  (from, isWitnessed, hasNonce, opened, words) => {
    expect(abortedAfter({ from, isWitnessed, hasNonce, opened })).toBe(words);
  },
);
