import { lastToUndo, reversed } from '@zhiping/shared/rules/draw/changes.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { isOwnCase } from '../../project/project.policy.ts';
import { lockDraw } from '../plan-draw.ts';
import { applyChanges } from './apply-changes.ts';
import { requireOpen } from './open-result.ts';
import { recordStep } from './record-step.ts';

/**
 * Undoes the last step that is not undone, as a step of its own. `no` is the step that the user saw, so that no other
 * one is undone.
 */
export const undoStep = (
  db: Db,
  actor: Principal,
  { id, no, reason }: { id: number; no: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    requireOpen(stored, suspendedReason);
    const steps = await tx
      .selectFrom('draw_step')
      .select(['no', 'kind', 'undoes'])
      .where('draw_id', '=', id)
      .orderBy('no')
      .execute();
    if (lastToUndo(steps) !== no) throw conflict('draw.moved', '结果在此期间有变化，请刷新后重新操作');
    const { changes } = await tx
      .selectFrom('draw_step')
      .select('changes')
      .where('draw_id', '=', id)
      .where('no', '=', no)
      .executeTakeFirstOrThrow();
    const own = await tx
      .selectFrom('project')
      .select('id')
      .where('id', 'in', [...changes.map(({ file }) => file), 0])
      .where(isOwnCase(actor))
      .executeTakeFirst();
    if (own) throw badRequest('draw.own_case', '这次调整涉及您本人的申报，请由其他工作人员撤销');
    const back = reversed(changes);
    await recordStep(tx, actor, { drawId: id, kind: 'undo', changes: back, reason, undoes: no });
    await applyChanges(tx, actor, { draw: stored, changes: back, reason });
  });
