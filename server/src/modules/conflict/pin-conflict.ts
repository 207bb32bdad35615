import type { PinnedSeverity } from '@zhiping/shared/rules/conflict/kinds.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { refuseSuspended } from '../project/refuse-suspended.ts';
import { isVisible, NOUN, refuseSelf } from './conflict.policy.ts';

/** A conflict that the actor sees, locked. */
const lockConflict = async (tx: Tx, actor: Principal, id: number) => {
  const stored = await tx
    .selectFrom('conflict')
    .selectAll()
    .where('id', '=', id)
    .where(isVisible(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound(NOUN);
  await refuseSuspended(tx, stored.cycle_id);
  return stored;
};

type Decision = { id: number; pinned: PinnedSeverity; reason: string };

/** Decide otherwise than was computed, with a reason. It outlives every computation. */
export const pinConflict = (db: Db, actor: Principal, { id, pinned, reason }: Decision): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockConflict(tx, actor, id);
    refuseSelf(stored.kind, pinned);
    await tx
      .updateTable('conflict')
      .set({ pinned, pin_reason: reason, pinned_by: actor.userId, pinned_at: actor.at })
      .where('id', '=', id)
      .execute();
    const { project_id: projectId, expert_id: expertId, kind, severity } = stored;
    await audit(tx, {
      actorId: actor.userId,
      action: 'conflict.pinned',
      entity: 'conflict',
      entityId: id,
      detail: { projectId, expertId, kind, severity, pinned, reason },
    });
  });

/** Take a decision back: what was computed holds again; where nothing was, the conflict is gone. */
export const unpinConflict = (
  db: Db,
  actor: Principal,
  { id, reason }: { id: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockConflict(tx, actor, id);
    const { pinned, severity, project_id: projectId, expert_id: expertId, kind } = stored;
    if (pinned === null) throw badRequest('conflict.not_pinned', '没有人工判定');
    if (severity === null) await tx.deleteFrom('conflict').where('id', '=', id).execute();
    else
      await tx
        .updateTable('conflict')
        .set({ pinned: null, pin_reason: null, pinned_by: null, pinned_at: null })
        .where('id', '=', id)
        .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'conflict.unpinned',
      entity: 'conflict',
      entityId: id,
      detail: { projectId, expertId, kind, severity, pinned, reason },
    });
  });
