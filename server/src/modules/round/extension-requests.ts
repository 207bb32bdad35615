import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, forbidden, notFound } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { isOthersPlace, isOthersReview } from '../assignment/assignment.policy.ts';
import { isAwaited } from '../assignment/assignment-workflow.ts';
import { isSelf } from '../person/own-case.ts';
import { findReminders } from './reminder.queries.ts';

/**
 * Requests of experts who have something open, and none of it at a project that the reader applies with or reviews: beside
 * the numbers in the list of experts any other request would reveal that this expert has such a project.
 */
export const isOthersRequest = (reader: Principal): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select bool_and(${isOthersPlace(reader)} and ${isOthersReview(reader)})
    from assignment join project on project.id = assignment.project_id
    where assignment.expert_id = extension_request.expert_id
      and assignment.cycle_id = extension_request.cycle_id and ${isAwaited}), false)`;

type Answer = {
  cycleId: number;
  expertId: number;
  answer: 'granted' | 'refused';
  note: string | null;
};

/** Answers the waiting request of an expert, if the actor may know it. Returns whether there was one. */
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
    .where(isOthersRequest(actor))
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
      .select(['user_id', isSelf(actor, 'person_id').as('isSelf')])
      .where('id', '=', expertId)
      .executeTakeFirstOrThrow();
    if (expert.user_id === actor.userId || expert.isSelf)
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
