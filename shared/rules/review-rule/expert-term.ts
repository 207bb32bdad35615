import { yearsAfter } from '../expert/periods.ts';
import { amount } from './param.ts';
import { block, reviewRule, unless } from './rule.ts';
import { order40 } from './sources.ts';

export const expertTerm = reviewRule({
  code: 'E1',
  title: '专家任期',
  explanation: '专家有任期，任期满后须重新确认才能参加评审。',
  law: order40('专家任期'),
  about: 'expert',
  params: { years: amount('任期', '年', { standard: 3, min: 1, max: 3 }) },
  evaluate: ({ today, termStart }, { years }) => {
    const needed = `任期不超过 ${years} 年`;
    if (termStart === null) return block('没有任期', needed);
    const end = yearsAfter(termStart, years);
    return unless(today <= end, `任期 ${termStart} 至 ${end}`, needed);
  },
});
