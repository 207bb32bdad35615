import { sql } from 'kysely';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { untilOf } from './invite.ts';

/**
 * Due dates follow the end of the review when the office moves it, and the experts concerned are notified. A later term
 * of an expert's own stays, and so does each term of a returned opinion.
 */
export const followReviewEnd = async (
  tx: Tx,
  { cycleId, before, after, at }: { cycleId: number; before: Date | null; after: Date | null; at: Date },
): Promise<void> => {
  if (before?.getTime() === after?.getTime()) return;
  const next = sql<Date | null>`case when state = 'returned' and own_due_at is not null then own_due_at
    when ${after}::timestamptz is not null then greatest(own_due_at, ${after}::timestamptz) end`;
  const moved = await tx
    .updateTable('assignment')
    .set({ due_at: next, update_time: at })
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', awaitedStates)
    .where(sql<boolean>`due_at is distinct from ${next}`)
    .returning('expert_id')
    .execute();
  // In the order of the experts: that of their assignments would tell whose project is which.
  const inOrder = moved.toSorted((one, other) => one.expert_id - other.expert_id);
  for (const [expertId, own] of Map.groupBy(inOrder, ({ expert_id }) => expert_id)) {
    const { user_id } = await tx
      .selectFrom('expert')
      .select('user_id')
      .where('id', '=', expertId)
      .executeTakeFirstOrThrow();
    await notifyUser(tx, user_id, {
      kind: 'info',
      text: `评审截止时间改为 ${untilOf(after)}，您还有 ${own.length} 份评审没有提交。`,
      link: '/desk/task',
    });
  }
};
