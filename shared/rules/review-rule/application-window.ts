import { isPast, later } from './moments.ts';
import { amount } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { formatDateTime } from '../../schemas.ts';
import { CYCLE } from './sources.ts';

const MINUTE_MS = 60_000;

export const applicationWindow = reviewRule({
  code: 'A1',
  title: '申报时间',
  explanation: '在申报时间内开始提交的才受理；截止前开始、截止后片刻才到达的，计为按期并作标记。',
  law: CYCLE,
  about: 'submission',
  params: { grace: amount('到达宽限', '分钟', { standard: 5, min: 0, max: 30 }) },
  evaluate: ({ opensAt, closesAt, begunAt, arrivedAt }, { grace }) => {
    const needed = `申报时间为 ${formatDateTime(opensAt)} 至 ${formatDateTime(closesAt)}`;
    const is = `提交于 ${formatDateTime(begunAt)}`;
    if (begunAt < opensAt || isPast(closesAt, begunAt)) return block(is, needed);
    if (!isPast(closesAt, arrivedAt)) return ok(is, needed);
    const late = `${is}，到达于 ${formatDateTime(arrivedAt)}`;
    const isInGrace = !isPast(later(closesAt, grace * MINUTE_MS), arrivedAt);
    return isInGrace ? warn(late, `${needed}，按期并作标记`) : block(late, needed);
  },
});
