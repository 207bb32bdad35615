import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import type { TaskKind, TaskRow } from './task-kind.ts';

export type Node = { id: string; leaseMs: number };

const untilLease = ({ leaseMs }: Node) => sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;

/** The task of this run, and only as long as no other node has taken it over. */
const ownRun = (db: Db, node: Node, task: TaskRow) =>
  db
    .updateTable('task')
    .where('id', '=', task.id)
    .where('node', '=', node.id)
    .where('attempt', '=', task.attempt)
    .where('state', '=', 'running');

/**
 * Take the task that is due longest: a waiting one, or one whose node has not been heard of for its lease. Two nodes never
 * get the same one, and a node that was only late does not take what it still runs.
 */
export const claimTask = (
  db: Db,
  node: Node,
  kinds: readonly TaskKind[],
  running: readonly number[],
): Promise<TaskRow | null> =>
  inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('task')
      .selectAll()
      .where(sql<boolean>`state in ('waiting', 'running')`)
      .where('due_at', '<=', sql<Date>`now()`)
      .where(
        'kind',
        'in',
        kinds.map(({ kind }) => kind),
      )
      .where(sql<boolean>`id <> all(${[...running]}::bigint[])`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!found) return null;
    if (found.state === 'running')
      await kinds.find(({ kind }) => kind === found.kind)?.interrupted?.(tx, found);
    return tx
      .updateTable('task')
      .set({
        state: 'running',
        node: node.id,
        attempt: found.attempt + 1,
        due_at: untilLease(node),
        start_time: sql<Date>`now()`,
        done: 0,
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** Say that the run goes on, and how far it is. False: another node has it. */
export const prolong = async (
  db: Db,
  node: Node,
  task: TaskRow,
  progress: { done: number; total: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await ownRun(db, node, task)
    .set({ due_at: untilLease(node), ...progress })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** End the task in the caller's transaction; throws when the run is not ours any more, which undoes all it did. */
export const endTask = async (
  tx: Tx,
  node: Node,
  task: TaskRow,
  end: { state: 'done'; result: string; done: number; total: number } | { state: 'failed'; error: string },
) => {
  const { numUpdatedRows } = await ownRun(tx, node, task)
    .set({ ...end, end_time: sql<Date>`now()` })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new TaskLost();
};

/** Back to the queue after a failure. */
export const retryTask = (db: Db, node: Node, task: TaskRow, pauseMs: number) =>
  ownRun(db, node, task)
    .set({ state: 'waiting', node: null, due_at: sql<Date>`now() + ${pauseMs} * interval '1 millisecond'` })
    .execute();

/** Back to the queue as if it had not begun: the node stops. */
export const releaseTask = (db: Db, node: Node, task: TaskRow) =>
  ownRun(db, node, task)
    .set({ state: 'waiting', node: null, attempt: task.attempt - 1, due_at: sql<Date>`now()` })
    .execute();

/** Another node has taken the task over. */
export class TaskLost extends Error {}
