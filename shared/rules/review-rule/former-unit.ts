import { yearsAfter } from '../expert/periods.ts';
import { amount } from './param.ts';
import { ok, reviewRule } from './rule.ts';
import { ORGANISER } from './sources.ts';
import { severity, tie } from './ties.ts';

export const formerUnit = reviewRule({
  code: 'B2',
  title: '曾同单位',
  explanation: '专家与申报人曾在同一单位，其中一方离开的时间不长的，专家回避。',
  law: ORGANISER,
  about: 'tie',
  params: {
    years: amount('离开不满', '年', { standard: 3, min: 0, max: 20 }),
    severity: severity('block'),
  },
  evaluate: ({ is, lastDay, today }, { years, severity: level }) =>
    lastDay !== null && yearsAfter(lastDay, years) < today
      ? ok(is, `离开已满 ${years} 年`)
      : tie(level, is, `离开不满 ${years} 年的专家应当回避`),
});
