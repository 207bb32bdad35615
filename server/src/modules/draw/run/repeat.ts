import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { GiveUp, type TaskKind } from '../../../platform/tasks/task-kind.ts';
import { seedOf } from '../compute-draw.ts';
import { lockDraw } from '../plan-draw.ts';
import { drawOf, storeAnswer, startRun } from './draw-run.ts';
import { inWorker } from './in-worker.ts';

/** Starts the estimate of how much of a result was decided by chance. Changes nothing, so it is always allowed. */
export const startRepeat = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored } = await lockDraw(tx, actor, id);
    if (stored.result === null) throw badRequest('draw.unfinished', '抽取还没有产生结果');
    if (stored.plan.mode !== 'drawOptimise')
      throw badRequest('draw.no_chance', '只有随机加权择优的结果需要估算重复的比例');
    const taskId = await startRun(tx, { drawId: id, kind: 'repeat', ownerId: actor.userId, at: actor.at });
    if (taskId === null) throw conflict('draw.running', '正在估算，请等它完成');
  });

/** Runs the draw again with many other seeds; see repeat-share.ts. */
export const repeatKind = ({ db }: Pick<Deps, 'db'>): TaskKind => ({
  kind: 'draw.repeat',
  attempts: 3,
  concurrency: 1,
  run: async (run) => {
    const draw = await db
      .selectFrom('draw')
      .selectAll()
      .where('id', '=', drawOf(run.task))
      .executeTakeFirstOrThrow();
    const seed = seedOf(draw);
    if (draw.result === null || draw.roster === null || seed === null) throw new GiveUp('抽取还没有产生结果');
    const answer = await inWorker(db, run, { kind: 'repeat', roster: draw.roster, seed });
    if ('problem' in answer) throw new GiveUp(answer.problem);
    return async (tx) => {
      await storeAnswer(tx, run.task, answer);
      return {};
    };
  },
});
