import { sql } from 'kysely';
import type { DrawRunKind } from '@zhiping/shared/rules/draw/states.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import { GiveUp, type TaskRow } from '../../../platform/tasks/task-kind.ts';

const CANCELLED = '已取消';

type NewRun = {
  drawId: number;
  kind: DrawRunKind;
  payload?: Record<string, unknown>;
  ownerId: number;
  at: Date;
};

/** Starts a computation at a draw. Returns null if the same kind is under way. */
export const startRun = async (
  tx: Tx,
  { drawId, kind, payload = {}, ownerId, at }: NewRun,
): Promise<number | null> => {
  const taskId = await enqueue(tx, {
    kind: `draw.${kind}`,
    payload: { ...payload, id: drawId },
    ownerId,
    key: `draw.${kind}:${drawId}`,
    dueAt: at,
  });
  if (taskId === null) return null;
  await tx
    .insertInto('draw_run')
    .values({ draw_id: drawId, kind, task_id: taskId, answer: null })
    .onConflict((known) =>
      known.columns(['draw_id', 'kind']).doUpdateSet({ task_id: taskId, is_cancelled: false, answer: null }),
    )
    .execute();
  return taskId;
};

/** The draw of a task. */
export const drawOf = ({ payload }: TaskRow) => Number(payload['id']);

const findRun = (db: Db, { id }: TaskRow) =>
  db.selectFrom('draw_run').select('is_cancelled').where('task_id', '=', id).executeTakeFirst();

/** Throws if the computation was cancelled. */
export const refuseCancelled = async (db: Db, task: TaskRow): Promise<void> => {
  if ((await findRun(db, task))?.is_cancelled) throw new GiveUp(CANCELLED);
};

/** Stores the result of a task. */
export const storeAnswer = (tx: Tx, task: TaskRow, answer: object) =>
  tx
    .updateTable('draw_run')
    .set({ answer: JSON.stringify(answer) })
    .where('task_id', '=', task.id)
    .execute();

export type RunState = {
  kind: DrawRunKind;
  taskId: number;
  isCancelled: boolean;
  state: 'waiting' | 'running' | 'done' | 'failed' | null;
  done: number;
  total: number;
  error: string | null;
};

/** The newest computations of a draw and their progress; the state is null once the task was cleaned up. */
export const findRuns = async (db: Db, drawId: number): Promise<RunState[]> => {
  const { rows } = await sql<RunState>`
    select draw_run.kind, task_id as "taskId", is_cancelled as "isCancelled", task.state,
      coalesce(task.done, 0) as done, coalesce(task.total, 0) as total, task.error
    from draw_run left join task on task.id = task_id where draw_id = ${drawId} order by draw_run.kind`.execute(
    db,
  );
  return rows;
};
