import { reviewRule } from './rule.ts';
import { order40 } from './sources.ts';
import { severity, tie } from './ties.ts';

export const declaredTie = reviewRule({
  code: 'B4',
  title: '申明的关系',
  explanation:
    '专家、评审办或申报人申明有师生、亲属等利害关系的，专家回避。姓名与单位都相符的按此处理；只有姓名相符的作提示，须人工核实。',
  law: order40('专家回避'),
  about: 'tie',
  params: { severity: severity('block') },
  evaluate: ({ is, certainty }, values) =>
    certainty === 'name'
      ? tie('warn', is, '只有姓名相符，请核实是否本人')
      : tie(values.severity, is, '有利害关系的专家应当回避'),
});
