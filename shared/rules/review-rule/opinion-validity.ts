import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const opinionValidity = reviewRule({
  code: 'R3',
  title: '送审结果的有效期',
  explanation: '往年的送审结果在几个年度内可以沿用，当年计为第一个。',
  law: CYCLE,
  about: 'earlierOpinion',
  params: { years: amount('有效', '个年度', { standard: 2, min: 1, max: 3 }) },
  evaluate: ({ opinionYear, cycleYear }, { years }) =>
    unless(
      opinionYear <= cycleYear && cycleYear - opinionYear < years,
      `${opinionYear} 年的送审结果，用于 ${cycleYear} 年`,
      `有效 ${years} 个年度`,
    ),
});
