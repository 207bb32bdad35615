import { flag } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const drawWitness = reviewRule({
  code: 'D1',
  title: '抽取的见证',
  explanation: '抽取专家由监督员见证，双方各提供一个随机数；没有监督员参加的抽取不能证明结果不是挑选出来的。',
  law: CYCLE,
  about: 'draw',
  params: { unwitnessed: flag('可以没有监督员参加', false) },
  evaluate: ({ isWitnessed }, { unwitnessed }) =>
    unless(isWitnessed || unwitnessed, '没有监督员参加', '由监督员见证'),
});
