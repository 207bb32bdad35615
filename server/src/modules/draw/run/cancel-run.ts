import { openTaskStates } from '@zhiping/shared/rules/task/states.ts';
import type { DrawRunKind } from '@zhiping/shared/rules/draw/states.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { seedOf } from '../compute-draw.ts';
import { lockDraw } from '../plan-draw.ts';
import { startRun } from './draw-run.ts';

/** Requests the cancellation of a computation. Earlier results stay. */
export const cancelRun = (
  db: Db,
  actor: Principal,
  { id, kind }: { id: number; kind: DrawRunKind },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDraw(tx, actor, id);
    const { numUpdatedRows } = await tx
      .updateTable('draw_run')
      .set({ is_cancelled: true })
      .where('draw_id', '=', id)
      .where('kind', '=', kind)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('task')
            .select('task.id')
            .whereRef('task.id', '=', 'draw_run.task_id')
            .where('task.state', 'in', openTaskStates),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw badRequest('draw.not_running', '没有正在进行的计算');
    await audit(tx, {
      actorId: actor.userId,
      action: 'draw.cancelled',
      entity: 'draw',
      entityId: id,
      detail: { kind },
    });
  });

/** Computes a result again after a cancellation or a failure. Roster and numbers are the same, so the result is too. */
export const restartComputation = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored } = await lockDraw(tx, actor, id);
    const isWaiting =
      stored.state === 'frozen' &&
      seedOf(stored) !== null &&
      (!stored.plan.isWitnessed || stored.supervisor_secret !== null);
    if (!isWaiting) throw badRequest('draw.not_waiting', '抽取不在等待计算');
    await tx.updateTable('draw').set({ problem: null }).where('id', '=', id).execute();
    const taskId = await startRun(tx, { drawId: id, kind: 'compute', ownerId: actor.userId, at: actor.at });
    if (taskId === null) throw conflict('draw.running', '正在计算，请等它完成');
    await audit(tx, {
      actorId: actor.userId,
      action: 'draw.restarted',
      entity: 'draw',
      entityId: id,
      detail: {},
    });
  });
