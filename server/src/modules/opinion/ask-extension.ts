import { awaitedStates, inRound } from '@zhiping/shared/rules/assignment/states.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, denied, notFound } from '../../platform/errors.ts';
import { findRound } from '../assignment/assignment-workflow.ts';
import { findOwnExpert } from './own-assignments.queries.ts';

/** Maximum number of requests per cycle; only reachable by insisting. */
const MAX_REQUESTS = 5;

/** Locks the own open assignments of a cycle, so that simultaneous requests are stored once. */
const lockOpen = (tx: Tx, expertId: number, cycleId: number) =>
  tx
    .selectFrom('assignment')
    .select('id')
    .where('expert_id', '=', expertId)
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', awaitedStates)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();

type Asked = { cycleId: number; reason: string };

/** Asks the office for more time. A request concerns all of a cycle, as an extension does, and names no project. */
export const askExtension = (db: Db, actor: Principal, { cycleId, reason }: Asked): Promise<void> =>
  inTransaction(db, async (tx) => {
    const expert = await findOwnExpert(tx, actor);
    const open = expert ? await lockOpen(tx, expert.id, cycleId) : [];
    if (!expert || open.length === 0) throw notFound('待交的评审');
    const denial = inRound(await isClosed(tx, cycleId));
    if (denial) throw denied(denial);
    const earlier = await tx
      .selectFrom('extension_request')
      .select('answer')
      .where('expert_id', '=', expert.id)
      .where('cycle_id', '=', cycleId)
      .execute();
    if (earlier.some(({ answer }) => answer === null))
      throw badRequest('extension.asked', '已申请延期，请等待评审办答复');
    if (earlier.length >= MAX_REQUESTS)
      throw badRequest('extension.requests', '申请次数过多，请直接联系评审办');
    await tx
      .insertInto('extension_request')
      .values({ cycle_id: cycleId, expert_id: expert.id, reason, asked_at: actor.at })
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'extension.asked',
      entity: 'expert',
      entityId: expert.id,
      detail: { cycleId, reason },
    });
  });

const isClosed = async (tx: Tx, cycleId: number) => {
  const { suspendedReason, closedAt } = await findRound(tx, cycleId);
  return { suspendedReason, isRoundClosed: closedAt !== null };
};
