import { reviewRule } from './rule.ts';
import { order40 } from './sources.ts';
import { severity, tie } from './ties.ts';

export const sameUnit = reviewRule({
  code: 'B1',
  title: '同单位',
  explanation: '专家与申报人现在同一单位的，专家回避。单位按学校登记判断，院系属于学校。',
  law: order40('专家回避'),
  about: 'tie',
  params: { severity: severity('block') },
  evaluate: (facts, values) => tie(values.severity, facts.is, '同单位的专家应当回避'),
});
