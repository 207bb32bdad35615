import { formatDateTime } from '../../schemas.ts';
import type { Denial } from '../workflow/denial.ts';
import { isPast } from '../review-rule/moments.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

/** States of a review cycle, in the order of the review (domain model: `draft → … → archived`). */
export const cycleStates = {
  draft: '草稿',
  published: '已发布',
  applying: '申报中',
  checking: '审核中',
  reviewing: '评审中',
  meeting: '评审会议',
  publicity: '结果公示',
  confirming: '确认备案',
  closed: '已结束',
  archived: '已归档',
} as const;
export type CycleState = keyof typeof cycleStates;

export type CycleEvent = 'publish' | 'open' | 'close' | 'extend' | 'review' | 'suspend' | 'resume';

/** Facts that the guards check. Unset times are null. */
export type CycleCase = {
  now: Date;
  /** How many things must still be filled in before publication. */
  missing: number;
  /** How many projects have no result of the eligibility check. */
  undecided: number;
  applyOpensAt: Date | null;
  applyClosesAt: Date | null;
  reportClosesAt: Date | null;
  /** Null where no supervising body checks. */
  bodyClosesAt: Date | null;
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
};

/** From its publication until it is closed a cycle can be suspended, by supervision or by the office itself. */
export const runningStates = [
  'published',
  'applying',
  'checking',
  'reviewing',
  'meeting',
  'publicity',
  'confirming',
] as const satisfies readonly CycleState[];

const deny = (code: string, message: string): Denial => ({ code: `cycle.${code}`, message });

const notSuspended = ({ suspendedReason }: CycleCase): Denial | null =>
  suspendedReason === null ? null : deny('suspended', `批次已暂停：${suspendedReason}`);

/** Denies until a moment has come; `what` is said of it. */
const notBefore = (moment: Date | null, now: Date, what: string): Denial | null =>
  moment !== null && now >= moment
    ? null
    : deny('early', moment ? `${what}为 ${formatDateTime(moment)}，尚未到时` : `没有设定${what}`);

/** Nobody decides on eligibility once the review has begun. */
const allDecided = ({ undecided }: CycleCase): Denial | null =>
  undecided > 0 ? deny('undecided', `还有 ${undecided} 份申报没有资格审查结论，请先判定`) : null;

/** Denies while a time is not over; `what` is said of it. */
const notOver = (end: Date | null, now: Date, what: string): Denial | null =>
  end !== null && !isPast(end, now)
    ? deny('early', `${what}为 ${formatDateTime(end)}，尚未到时`)
    : notBefore(end, now, what);

/**
 * The review cycle. What time moves is for the clock, everything else for the office. Suspension keeps the state, so that
 * it is known where the cycle goes on. The steps after 评审中 belong to committee, publicity and archive.
 */
export const cycleMachine: StateMachine<CycleState, CycleEvent, 'office' | 'clock', CycleCase> = {
  noun: '批次',
  states: cycleStates,
  events: {
    publish: '发布',
    open: '开始申报',
    close: '截止申报',
    extend: '延长申报',
    review: '进入评审',
    suspend: '暂停',
    resume: '恢复',
  },
  transitions: [
    {
      from: 'draft',
      event: 'publish',
      to: 'published',
      who: ['office'],
      guard: ({ missing }) =>
        missing > 0 ? deny('incomplete', `还有 ${missing} 项没有填好，不能发布`) : null,
    },
    {
      from: 'published',
      event: 'open',
      to: 'applying',
      who: ['clock'],
      guard: (cycle) => notSuspended(cycle) ?? notBefore(cycle.applyOpensAt, cycle.now, '申报开始时间'),
    },
    {
      from: 'applying',
      event: 'close',
      to: 'checking',
      who: ['clock'],
      // The last second belongs to the window.
      guard: (cycle) => notSuspended(cycle) ?? notOver(cycle.applyClosesAt, cycle.now, '申报截止时间'),
    },
    {
      from: 'checking',
      event: 'extend',
      to: 'applying',
      who: ['office'],
      guard: (cycle) =>
        notSuspended(cycle) ??
        (cycle.applyClosesAt && !isPast(cycle.applyClosesAt, cycle.now)
          ? null
          : deny('over', '申报截止时间已过，请先在「时间」中改到以后')),
    },
    {
      from: 'checking',
      event: 'review',
      to: 'reviewing',
      who: ['office'],
      guard: (cycle) =>
        notSuspended(cycle) ??
        notOver(cycle.reportClosesAt, cycle.now, '学校报送截止时间') ??
        (cycle.bodyClosesAt && notOver(cycle.bodyClosesAt, cycle.now, '主管部门审核截止时间')) ??
        allDecided(cycle),
    },
    ...runningStates.flatMap((state) => [
      { from: state, event: 'suspend', to: state, who: ['office'], guard: notSuspended } as const,
      {
        from: state,
        event: 'resume',
        to: state,
        who: ['office'],
        guard: ({ suspendedReason }: CycleCase) =>
          suspendedReason === null ? deny('running', '批次没有暂停') : null,
      } as const,
    ]),
  ],
};
