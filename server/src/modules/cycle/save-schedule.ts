import type { z } from 'zod';
import type { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import {
  EARLIER_END_DAYS,
  endNames,
  isCutShort,
  scheduleDenial,
  type WindowEnd,
} from '@zhiping/shared/rules/cycle/edits.ts';
import { type CyclePlan, missingInPlan } from '@zhiping/shared/rules/cycle/missing.ts';
import { addWorkingDays, endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';
import { followReviewEnd } from '../assignment/follow-review-end.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import { entity } from './cycle-entity.ts';
import { planOf, type StoredCycle } from './cycle-plan.ts';
import { timesInWords } from './cycle-words.ts';
import { extendIfOpen } from './extend-if-open.ts';
import { notifyOfTimes } from './notify-cycle.ts';
import { findTargets } from '../review-rule/targets.ts';
import { type Change, requireComplete, saveStepIn, type StepWork } from './save-step.ts';

const timeNames = [
  'cutoffDay',
  'applyOpensAt',
  'applyClosesAt',
  'collegeClosesAt',
  'reportClosesAt',
  'bodyClosesAt',
  'eligibilityClosesAt',
  'reviewClosesAt',
] as const;

export type Times = Pick<CyclePlan, (typeof timeNames)[number]>;

export const timesOf = (plan: CyclePlan) =>
  Object.fromEntries(timeNames.map((name) => [name, plan[name]])) as Times;

const requireAllowed = async (
  tx: Tx,
  { state }: Pick<StoredCycle, 'state'>,
  { before, after, at, isConfirmed }: { before: Times; after: Times; at: Date; isConfirmed: boolean },
) => {
  const today = dayOf(at);
  const earliest = endOfDay(addWorkingDays(today, EARLIER_END_DAYS, await findCalendar(tx, today)));
  const wrong = scheduleDenial(state, { before, after, now: at, earliest, isConfirmed });
  if (wrong) throw fieldError('cycle.schedule', wrong.field, wrong.message);
};

/** New times of a cycle, with what follows from them. */
export const changeTimes = async (
  tx: Tx,
  actor: Principal,
  cycle: StoredCycle,
  { times, reason, isConfirmed }: { times: Times; reason: string | null; isConfirmed: boolean },
): Promise<Change> => {
  const before = timesOf(planOf(cycle, []));
  await requireAllowed(tx, cycle, { before, after: times, at: actor.at, isConfirmed });
  await extendIfOpen(tx, actor, cycle, { applyClosesAt: times.applyClosesAt, reason });
  await followReviewEnd(tx, {
    cycleId: cycle.id,
    before: before.reviewClosesAt,
    after: times.reviewClosesAt,
    at: actor.at,
  });
  await notifyOfTimes(tx, cycle, { before, after: times, at: actor.at });
  return {
    values: {
      cutoff_day: times.cutoffDay,
      apply_opens_at: times.applyOpensAt,
      apply_closes_at: times.applyClosesAt,
      college_closes_at: times.collegeClosesAt,
      report_closes_at: times.reportClosesAt,
      body_closes_at: times.bodyClosesAt,
      eligibility_closes_at: times.eligibilityClosesAt,
      review_closes_at: times.reviewClosesAt,
    },
    takesTwo: isCutShort(before, times),
    detail: timesInWords(times),
    before: timesInWords(before),
  };
};

/** Times as they come back from the input of a request. */
const revived = (times: Times): Times =>
  Object.fromEntries(
    timeNames.map((name) => [
      name,
      times[name] === null || name === 'cutoffDay' ? times[name] : new Date(times[name]),
    ]),
  ) as Times;

/** New times of a cycle. Once it is published, ends only come later here. */
export const scheduleWork =
  (times: Times, { actor, reason }: { actor: Principal; reason: string | null }): StepWork =>
  (tx, cycle) =>
    changeTimes(tx, actor, cycle, { times: revived(times), reason, isConfirmed: false });

type Forward = z.output<typeof cycleApi.bringForward.body> & { id: number };

/** Asks a second person to bring an end of a published cycle forward, or to set one where there is none. */
export const askEarlierEnd = (
  db: Db,
  actor: Principal,
  { id, version, end, at, reason }: Forward,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const cycle = await lockRow(tx, entity, { id, version });
    const before = timesOf(planOf(cycle, []));
    const old = before[end];
    if (cycle.state === 'draft') throw fieldError('cycle.draft', 'at', '批次还没有发布，请直接修改时间');
    if (old !== null && at >= old)
      throw fieldError('cycle.later', 'at', `现在为 ${formatDateTime(old)}，提前的时间须早于它`);
    await requireAllowed(tx, cycle, {
      before,
      after: { ...before, [end]: at },
      at: actor.at,
      isConfirmed: true,
    });
    const plan = planOf(cycle, await findTargets(tx, id));
    const today = dayOf(actor.at);
    requireComplete('schedule', missingInPlan(plan, today), missingInPlan({ ...plan, [end]: at }, today));
    return askConfirmation(tx, actor, {
      act: 'bringForward',
      object: { table: 'cycle', id, version: cycle.version },
      cycleId: id,
      input: { end, at },
      summary: `「${cycle.name}」的${endNames[end]}${old === null ? '设为' : `由 ${formatDateTime(old)} 提前到`} ${formatDateTime(at)}`,
      link: `/review/cycle?edit=${id}`,
      reason,
    });
  });

/** Moves the end once it is confirmed. */
export const bringForward: PerformAct = async (
  tx,
  second,
  { object_id: id, object_version, input, reason },
) => {
  const { end, at } = input as { end: WindowEnd; at: string };
  const key = { step: 'schedule', id, version: object_version ?? undefined, reason } as const;
  await saveStepIn(tx, second, key, (_, cycle) => {
    const times = { ...timesOf(planOf(cycle, [])), [end]: new Date(at) };
    return changeTimes(tx, second, cycle, { times, reason, isConfirmed: true });
  });
};
