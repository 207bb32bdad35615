import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import {
  conflictKinds,
  type PinnedSeverity,
  pinnedSeverities,
} from '@zhiping/shared/rules/conflict/kinds.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { changed, type PerformAct } from '../confirmation/answer-confirmation.ts';
import { refusePooled } from '../confirmation/refuse-concerned.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
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
  await refusePooled(tx, actor);
  await refuseSuspended(tx, stored.cycle_id);
  return stored;
};
type StoredConflict = Awaited<ReturnType<typeof lockConflict>>;

/** Whether a decision lets an expert review who must not now. `null` stands for what was computed. */
const isLifting = ({ effective, severity }: StoredConflict, pinned: PinnedSeverity | null): boolean =>
  effective === 'block' && (pinned ?? severity) !== 'block';

const refuseLifting = (stored: StoredConflict, pinned: PinnedSeverity | null) => {
  if (isLifting(stored, pinned)) throw badRequest('conflict.second', '解除必须回避须由他人复核，请提出解除');
};

/** Stores a decision, or takes it back: what was computed holds again; where nothing was, the conflict is gone. */
const store = async (
  tx: Tx,
  actor: Principal,
  stored: StoredConflict,
  { pinned, reason, confirmation }: { pinned: PinnedSeverity | null; reason: string; confirmation?: number },
) => {
  const { id, severity, pinned: before, project_id: projectId, expert_id: expertId, kind } = stored;
  // Two persons lift the block that they read; what one pins on a warning does not hold against a block.
  const isByTwo = confirmation !== undefined && severity === 'block';
  const lifted = isByTwo ? stored.evidence : stored.lifted_evidence;
  if (pinned === null && severity === null) await tx.deleteFrom('conflict').where('id', '=', id).execute();
  else
    await tx
      .updateTable('conflict')
      .set(
        pinned === null
          ? { pinned: null, pin_reason: null, pinned_by: null, pinned_at: null, lifted_evidence: null }
          : {
              pinned,
              pin_reason: reason,
              pinned_by: actor.userId,
              pinned_at: actor.at,
              lifted_evidence: pinned === 'block' ? null : lifted,
            },
      )
      .where('id', '=', id)
      .execute();
  await audit(tx, {
    actorId: actor.userId,
    action: pinned === null ? 'conflict.unpinned' : 'conflict.pinned',
    entity: 'conflict',
    entityId: id,
    detail: {
      projectId,
      expertId,
      kind,
      severity,
      pinned: pinned ?? before,
      reason,
      ...(confirmation !== undefined && { confirmation }),
    },
  });
};

type Decision = { id: number; pinned: PinnedSeverity; reason: string };

/** Decides otherwise than was computed, with a reason. It outlives every computation. */
export const pinConflict = (db: Db, actor: Principal, { id, pinned, reason }: Decision): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockConflict(tx, actor, id);
    refuseSelf(stored.kind, pinned);
    refuseLifting(stored, pinned);
    await store(tx, actor, stored, { pinned, reason });
  });

/** Takes a decision back. */
export const unpinConflict = (
  db: Db,
  actor: Principal,
  { id, reason }: { id: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockConflict(tx, actor, id);
    if (stored.pinned === null) throw badRequest('conflict.not_pinned', '没有人工判定');
    refuseLifting(stored, null);
    await store(tx, actor, stored, { pinned: null, reason });
  });

const namesOf = async (tx: Tx, { project_id, expert_id }: StoredConflict) => {
  const { no } = await tx
    .selectFrom('project')
    .select('no')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow();
  const { name } = await tx
    .selectFrom('expert')
    .select('name')
    .where('id', '=', expert_id)
    .executeTakeFirstOrThrow();
  return { no: no ?? '', name };
};

type Lift = z.output<typeof conflictApi.lift.body> & { id: number };

/** Asks a second person to let an expert review who must not now. */
export const askLift = (db: Db, actor: Principal, { id, pinned, reason }: Lift): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const stored = await lockConflict(tx, actor, id);
    if (pinned !== null) refuseSelf(stored.kind, pinned);
    if (!isLifting(stored, pinned)) throw badRequest('conflict.not_blocking', '没有解除必须回避，不需要复核');
    const { no, name } = await namesOf(tx, stored);
    const after = pinned ?? stored.severity;
    const before = { pinned: stored.pinned, severity: stored.severity, evidence: stored.evidence };
    return askConfirmation(tx, actor, {
      act: 'liftConflict',
      object: { table: 'conflict', id, version: null },
      cycleId: stored.cycle_id,
      input: { pinned, before },
      stillHolds: (input) => isDeepStrictEqual(input['before'], before),
      summary: `专家${name}与申报 ${no} 的「${conflictKinds[stored.kind]}」由必须回避改为${after === null ? '不再列出' : pinnedSeverities[after]}`,
      link: `/review/conflict?cycleId=${stored.cycle_id}&id=${id}`,
      reason,
    });
  });

type LiftInput = Pick<Lift, 'pinned'> & { before: Pick<StoredConflict, 'pinned' | 'severity' | 'evidence'> };

/** Lifts a conflict once it is confirmed. */
export const liftConflict: PerformAct = async (
  tx,
  second,
  { id: confirmation, object_id, input, reason },
) => {
  const { pinned, before } = input as LiftInput;
  const stored = await lockConflict(tx, second, object_id);
  const { severity, evidence } = stored;
  if (!isDeepStrictEqual({ pinned: stored.pinned, severity, evidence }, before)) throw changed();
  await store(tx, second, stored, { pinned, reason, confirmation });
};
