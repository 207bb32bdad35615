import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { ORGANISER } from './sources.ts';

export const outsideShare = reviewRule({
  code: 'K2',
  title: '专家库外单位比例',
  explanation: '专家库中本单位以外的专家至少要占的比例。',
  law: ORGANISER,
  about: 'pool',
  params: { least: amount('至少', '%', { standard: 10, min: 0, max: 100 }) },
  evaluate: ({ experts, outside }, { least }) =>
    unless(
      outside * 100 >= experts * least,
      `专家 ${experts} 人，外单位 ${outside} 人`,
      `外单位需 ≥ ${least} %`,
    ),
});
