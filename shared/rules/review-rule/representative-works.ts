import { levelWords } from './facts.ts';
import { amounts } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const representativeWorks = reviewRule({
  code: 'W1',
  title: '代表作数量',
  explanation: '实行代表作制度，各层级至少要有的代表作篇数。',
  law: CYCLE,
  about: 'application',
  params: {
    least: amounts('至少', '篇', levelWords, {
      standard: { fullSenior: 3, associateSenior: 2, middle: 0, junior: 0, technician: 0 },
      min: 0,
      max: 10,
    }),
  },
  evaluate: ({ works, targetLevel }, { least }) =>
    unless(
      works.length >= least[targetLevel],
      `代表作 ${works.length} 篇`,
      `申报${levelWords[targetLevel]}需要 ≥ ${least[targetLevel]} 篇`,
    ),
});
