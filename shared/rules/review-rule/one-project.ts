import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { ORGANISER } from './sources.ts';

export const oneApplication = reviewRule({
  code: 'A2',
  title: '一年一项申报',
  explanation: '同一人同一年度不得多头申报。撤回后再申报的，不另计一项。',
  law: ORGANISER,
  about: 'application',
  params: { most: amount('每年最多', '项', { standard: 1, min: 1, max: 2 }) },
  evaluate: ({ otherProjects }, { most }) =>
    unless(otherProjects < most, `本年度另有申报 ${otherProjects} 项`, `每年最多 ${most} 项`),
});
