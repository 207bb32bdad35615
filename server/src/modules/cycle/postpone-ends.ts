import { sql } from 'kysely';
import { beforeReview, endNames, type WindowEnd } from '@zhiping/shared/rules/cycle/edits.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf, later } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { lockRow, updateRow } from '../../platform/edits/save-row.ts';
import { entity } from './cycle-entity.ts';
import { planOf } from './cycle-plan.ts';
import { timesInWords } from './cycle-words.ts';
import { changeTimes, type Times, timesOf } from './save-schedule.ts';

type Pause = { from: Date; to: Date };

/** An end that the suspension met moves by its length, to the end of that day; an earlier one stays. */
const postponed = (end: Date | null, { from, to }: Pause): Date | null =>
  end === null || end < from ? end : endOfDay(dayOf(later(end, to.getTime() - from.getTime())));

/**
 * Gives back the time that a suspension took from every window, and from terms of experts' own: nothing could be
 * submitted during it, so suspending would close a window that takes two persons to close.
 */
export const postponeEnds = async (tx: Tx, actor: Principal, id: number, pause: Pause): Promise<void> => {
  const cycle = await lockRow(tx, entity, { id });
  const before = timesOf(planOf(cycle, []));
  const all = Object.keys(endNames) as WindowEnd[];
  const ends = beforeReview.includes(cycle.state) ? all : (['reviewClosesAt'] as const);
  const times: Times = {
    ...before,
    ...Object.fromEntries(ends.map((end) => [end, postponed(before[end], pause)])),
  };
  const own = await tx
    .selectFrom('assignment')
    .select(['id', 'own_due_at'])
    .where('cycle_id', '=', id)
    .where('state', 'in', awaitedStates)
    .where('own_due_at', '>=', pause.from)
    .execute();
  for (const one of own) {
    const due = postponed(one.own_due_at, pause);
    await tx
      .updateTable('assignment')
      .set({ own_due_at: due, due_at: sql`greatest(due_at, ${due}::timestamptz)`, update_time: actor.at })
      .where('id', '=', one.id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'assignment.postponed',
      entity: 'assignment',
      entityId: one.id,
      detail: { ...timesInWords({ dueAt: due }), old: timesInWords({ dueAt: one.own_due_at }) },
    });
  }
  const change = await changeTimes(tx, actor, cycle, { times, reason: '暂停的时间顺延', isConfirmed: false });
  await updateRow(tx, actor, entity, { ...cycle, ...change.before }, change);
};
