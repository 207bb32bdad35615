import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, forbidden, notFound } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { findReminders } from './reminder.queries.ts';

type Answer = {
  cycleId: number;
  expertId: number;
  answer: 'granted' | 'refused';
  note: string | null;
};

/** Answers the waiting request of an expert. Returns whether there was one. */
export const answerRequest = async (
  tx: Tx,
  actor: Principal,
  { cycleId, expertId, answer, note }: Answer,
): Promise<boolean> => {
  const answered = await tx
    .updateTable('extension_request')
    .set({ answer, note, answered_by: actor.userId, answered_at: actor.at })
    .where('cycle_id', '=', cycleId)
    .where('expert_id', '=', expertId)
    .where('answer', 'is', null)
    .executeTakeFirst();
  return answered.numUpdatedRows > 0n;
};

type Refusal = { cycleId: number; expertId: number; reason: string };

/** Refuses a request for more time; the expert reads why. */
export const refuseExtension = (
  db: Db,
  actor: Principal,
  { cycleId, expertId, reason }: Refusal,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Experts are named to those alone who run the review of all schools.
    if (actor.deptScope !== null) throw forbidden();
    const [known] = await findReminders(tx, actor, { cycleId, expertIds: [expertId] });
    if (!known) throw notFound('专家的评审');
    const expert = await tx
      .selectFrom('expert')
      .select('user_id')
      .where('id', '=', expertId)
      .executeTakeFirstOrThrow();
    if (expert.user_id === actor.userId)
      throw badRequest('extension.own', '不能答复自己的申请，请由其他人办理');
    const isAnswered = await answerRequest(tx, actor, { cycleId, expertId, answer: 'refused', note: reason });
    if (!isAnswered) throw badRequest('extension.gone', '没有等待答复的延期申请');
    await audit(tx, {
      actorId: actor.userId,
      action: 'extension.refused',
      entity: 'expert',
      entityId: expertId,
      detail: { cycleId, reason },
    });
    await notifyUser(tx, expert.user_id, {
      kind: 'warning',
      text: `评审办没有同意您的延期申请：${reason}`,
      link: '/desk/task',
    });
  });
