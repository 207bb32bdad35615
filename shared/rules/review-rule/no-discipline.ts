import { ok, reviewRule, unless, warn } from './rule.ts';
import { order40 } from './sources.ts';

export const noDiscipline = reviewRule({
  code: 'A4',
  title: '不在处分期内',
  explanation: '受到记过以上处分的，处分期内不得申报。',
  law: order40('处分期内申报'),
  about: 'application',
  params: {},
  evaluate: ({ today, isDisciplined, disciplineUntil }) => {
    const consequence = '处分期内不得申报';
    // A missing answer does not meet the rule.
    if (isDisciplined === null) return warn('还没有填写有无记过以上处分', consequence);
    if (!isDisciplined) return ok('没有记过以上处分', consequence);
    if (disciplineUntil === null) return warn('还没有填写处分影响期至哪一天', consequence);
    return unless(disciplineUntil < today, `记过以上处分至 ${disciplineUntil}`, consequence);
  },
});
