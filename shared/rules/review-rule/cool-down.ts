import { dayAfter } from '../holiday/working-days.ts';
import { amount } from './param.ts';
import { ok, reviewRule, unless } from './rule.ts';
import { ORGANISER } from './sources.ts';

export const coolDown = reviewRule({
  code: 'E5',
  title: '抽取间隔',
  explanation: '最近被抽取过的专家，间隔满了才再次抽取。',
  law: ORGANISER,
  about: 'expert',
  params: { days: amount('间隔', '天', { standard: 30, min: 0, max: 365 }) },
  evaluate: ({ today, lastDrawnDay }, { days }) =>
    lastDrawnDay === null
      ? ok('没有抽取过', `间隔需 ≥ ${days} 天`)
      : unless(dayAfter(lastDrawnDay, days) <= today, `上次抽取于 ${lastDrawnDay}`, `间隔需 ≥ ${days} 天`),
});
