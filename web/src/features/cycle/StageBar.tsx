import type { CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleState, cycleStates } from '@zhiping/shared/rules/cycle/states.ts';
import './stage-bar.css';

type Moments = Pick<CycleRow, 'state' | 'applyOpensAt' | 'applyClosesAt' | 'reviewClosesAt'> & {
  eligibilityClosesAt?: string | null;
};

/** Month and day; the year is part of the cycle's name. */
const day = (moment: string) => moment.slice(5, 10);
const until = (moment: string | null | undefined) => (moment ? `至 ${day(moment)}` : null);

const when = (cycle: Moments): Partial<Record<CycleState, string | null>> => ({
  applying:
    cycle.applyOpensAt && cycle.applyClosesAt
      ? `${day(cycle.applyOpensAt)} 至 ${day(cycle.applyClosesAt)}`
      : null,
  checking: until(cycle.eligibilityClosesAt),
  reviewing: until(cycle.reviewClosesAt),
});

const stages = Object.keys(cycleStates) as CycleState[];

const wordOf = (index: number, current: number) => {
  if (index === current) return '当前阶段：';
  return index < current ? '已完成：' : '未开始：';
};

/** The stages of a cycle and the current one. */
export const StageBar = (cycle: Moments) => {
  const current = stages.indexOf(cycle.state);
  const moments = when(cycle);
  return (
    <ol className="stage-bar" aria-label="批次进度">
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={index < current ? 'stage-done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="visually-hidden">{wordOf(index, current)}</span>
          <strong>{cycleStates[stage]}</strong>
          {moments[stage] && <small>{moments[stage]}</small>}
        </li>
      ))}
    </ol>
  );
};
