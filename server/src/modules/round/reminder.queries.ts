import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAwaited } from '../assignment/assignment-workflow.ts';
import { isOthersPlace, runsReview } from '../assignment/assignment.policy.ts';

export type Reminded = { cycleId: number; expertIds: readonly number[] };

/** Open assignments of these experts in a cycle, as far as the reader may know them, and reasons against a reminder. */
export const findReminders = (db: Db, reader: Principal, { cycleId, expertIds }: Reminded) =>
  db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'assignment.expert_id')
    .innerJoin('cycle', 'cycle.id', 'assignment.cycle_id')
    .leftJoin('review_round', 'review_round.cycle_id', 'cycle.id')
    .select(['expert.id', 'expert.name', 'expert.phone', 'expert.email', 'expert.enabled'])
    .select(['cycle.suspended_reason', 'review_round.closed_at'])
    .select([
      sql<(Date | null)[]>`coalesce(array_agg(assignment.due_at) filter (where ${isAwaited}), '{}')`.as(
        'ends',
      ),
      sql<boolean>`coalesce(bool_or(${isAwaited} and assignment.reminded_on = ${dayOf(reader.at)}), false)`.as(
        'isReminded',
      ),
    ])
    .where('assignment.cycle_id', '=', cycleId)
    .where('assignment.expert_id', 'in', [...expertIds])
    .where('assignment.state', '<>', 'proposed')
    .where(runsReview(reader))
    .where(isOthersPlace(reader))
    .groupBy(['expert.id', 'cycle.id', 'review_round.cycle_id'])
    // Another order would reveal hidden days in blind cycles.
    .orderBy('expert.id')
    .execute();
export type ReminderRow = Awaited<ReturnType<typeof findReminders>>[number];

/** Why an expert is not reminded now; null if they are. */
export const reminderDenial = (row: Omit<ReminderRow, 'id' | 'name' | 'phone' | 'email'>) => {
  if (row.suspended_reason !== null) return `批次已暂停：${row.suspended_reason}`;
  if (row.closed_at !== null) return '本轮送审已结束';
  if (row.ends.length === 0) return '没有待交的评审，不需要催办';
  if (!row.enabled) return '专家已停用，请更换专家';
  return row.isReminded ? '今天已经催办过' : null;
};
