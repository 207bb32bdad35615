import { amount, flag } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { order40 } from './sources.ts';

export const expertsPerFile = reviewRule({
  code: 'F1',
  title: '每份材料的专家人数',
  explanation: '每份材料由几位专家评审。不设学科组的，每份至少三位。',
  law: order40('评审专家人数'),
  about: 'file',
  params: {
    count: amount('专家', '人', { standard: 3, min: 3, max: 15 }),
    isOdd: flag('须为单数', true),
  },
  evaluate: ({ experts }, { count, isOdd }) =>
    unless(
      experts.length >= count && (!isOdd || experts.length % 2 === 1),
      `专家 ${experts.length} 人`,
      `需要 ≥ ${count} 人${isOdd ? '且为单数' : ''}`,
    ),
});
