import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const oneOfASchool = reviewRule({
  code: 'F3',
  title: '同一学校的专家',
  explanation: '同一份材料的专家中，来自同一学校的最多几位。',
  law: CYCLE,
  about: 'file',
  params: { most: amount('最多', '人', { standard: 1, min: 1, max: 3 }) },
  evaluate: ({ experts }, { most }) => {
    const bySchool = Map.groupBy(experts, ({ schoolId }) => schoolId);
    const largest = Math.max(0, ...[...bySchool.values()].map(({ length }) => length));
    return unless(largest <= most, `来自同一学校的专家 ${largest} 人`, `最多 ${most} 人`);
  },
});
