import { sql } from 'kysely';
import { openOf } from '@zhiping/shared/rules/assignment/open-ends.ts';
import { isReminderDay } from '@zhiping/shared/rules/assignment/reminder-days.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { remind } from './remind-experts.ts';

/** Awaited assignments in running reviews without a reminder today. */
const findAwaited = (db: Db, today: string) =>
  db
    .selectFrom('assignment')
    .innerJoin('cycle', 'cycle.id', 'assignment.cycle_id')
    .innerJoin('expert', 'expert.id', 'assignment.expert_id')
    .leftJoin('review_round', 'review_round.cycle_id', 'cycle.id')
    .select(['expert_id', 'assignment.cycle_id', 'due_at', 'assignment.released_at', 'assignment.state'])
    .where('assignment.state', 'in', awaitedStates)
    .where('suspended_reason', 'is', null)
    .where('closed_at', 'is', null)
    .where('expert.enabled', '=', true)
    .where(sql<boolean>`assignment.reminded_on is distinct from ${today}`)
    .orderBy('expert_id')
    .execute();

/**
 * Reminds experts on the days of the rule, each once a day for all assignments of a cycle, however often and on how
 * many nodes it runs. Returns the number of reminded experts.
 */
export const remindDue = async (deps: Writing & { db: Db }, now: Date): Promise<number> => {
  const today = dayOf(now);
  const due = (await findAwaited(deps.db, today)).filter(({ due_at, released_at, state }) =>
    isReminderDay(
      {
        dueDay: due_at && dayOf(due_at),
        releasedDay: dayOf(released_at ?? now),
        isSigned: state !== 'released',
      },
      today,
    ),
  );
  const letters = Map.groupBy(due, ({ expert_id, cycle_id }) => `${expert_id} ${cycle_id}`);
  let reminded = 0;
  for (const [first] of letters.values()) {
    const { expert_id: expertId, cycle_id: cycleId } = first!;
    reminded += await inTransaction(deps.db, async (tx) => {
      const open = await tx
        .updateTable('assignment')
        .set({ reminded_on: today })
        .where('expert_id', '=', expertId)
        .where('cycle_id', '=', cycleId)
        .where('state', 'in', awaitedStates)
        .where(sql<boolean>`reminded_on is distinct from ${today}`)
        .returning('due_at')
        .execute();
      // Another node, or a person, was there first.
      if (open.length === 0) return 0;
      const ends = open.map(({ due_at }) => due_at);
      await remind(deps, tx, { expertId, ...openOf(ends, now), at: now });
      return 1;
    });
  }
  return reminded;
};
