import { reviewRule } from './rule.ts';
import { CYCLE } from './sources.ts';
import { severity, tie } from './ties.ts';

export const requestedRecusal = reviewRule({
  code: 'B5',
  title: '申报人申请回避',
  explanation: '申报人申请某人或某单位回避的，尽量不安排；本批次也可以规定一律回避。',
  law: CYCLE,
  about: 'tie',
  params: { severity: severity('warn') },
  evaluate: ({ is, certainty }, values) =>
    tie(
      certainty === 'name' ? 'warn' : values.severity,
      is,
      values.severity === 'block' ? '申请回避的专家不安排' : '尽量不安排',
    ),
});
