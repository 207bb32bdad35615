import { reviewRule, unless } from './rule.ts';
import { articleOf } from './sources.ts';

export const noDiscipline = reviewRule({
  code: 'A4',
  title: '不在处分期内',
  explanation: '受到记过以上处分的，处分期内不得申报。',
  law: articleOf('十四'),
  about: 'application',
  params: {},
  evaluate: ({ today, disciplineUntil }) =>
    unless(
      disciplineUntil === null || disciplineUntil < today,
      disciplineUntil ? `记过以上处分至 ${disciplineUntil}` : '没有记过以上处分',
      '处分期内不得申报',
    ),
});
