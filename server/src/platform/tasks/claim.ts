import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import type { TaskKind, TaskRow } from './task-kind.ts';
import { type Clock, later } from '../clock.ts';
import { stepOf } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { openTaskStates, type TaskEvent, taskMachine } from '@zhiping/shared/rules/task/states.ts';

export type Node = { id: string; leaseMs: number; clock: Clock };

const untilLease = ({ clock, leaseMs }: Node) => later(clock.now(), leaseMs);

/** The task of this run, and only as long as no other node has taken it over. */
const ownRun = (db: Db, node: Node, task: TaskRow) =>
  db
    .updateTable('task')
    .where('id', '=', task.id)
    .where('node', '=', node.id)
    .where('attempt', '=', task.attempt);

const moveRun = (db: Db, node: Node, task: TaskRow, event: TaskEvent) => {
  const { from, to } = stepOf(taskMachine, event);
  return ownRun(db, node, task).where('state', 'in', from).set({ state: to });
};

/** Written out, so that the planner knows the index of open tasks. */
const isOpen = sql<boolean>`state in (${sql.join(openTaskStates.map((state) => sql.lit(state)))})`;

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
      .where(isOpen)
      .where('due_at', '<=', node.clock.now())
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
    const event = found.state === 'running' ? 'takeOver' : 'start';
    if (event === 'takeOver') await kinds.find(({ kind }) => kind === found.kind)?.interrupted?.(tx, found);
    return tx
      .updateTable('task')
      .set({
        state: stepOf(taskMachine, event).to,
        node: node.id,
        attempt: found.attempt + 1,
        due_at: untilLease(node),
        start_time: node.clock.now(),
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
    .where('state', '=', 'running')
    .set({ due_at: untilLease(node), ...progress })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** End the task in the caller's transaction; throws when the run is not ours any more, which undoes all it did. */
export const endTask = async (
  tx: Tx,
  node: Node,
  task: TaskRow,
  event: 'finish' | 'fail',
  end: { result: string; done: number; total: number } | { error: string },
) => {
  const { numUpdatedRows } = await moveRun(tx, node, task, event)
    .set({ ...end, end_time: node.clock.now() })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new TaskLost();
};

/** Back to the queue after a failure. */
export const retryTask = (db: Db, node: Node, task: TaskRow, pauseMs: number) =>
  moveRun(db, node, task, 'retry')
    .set({ node: null, due_at: later(node.clock.now(), pauseMs) })
    .execute();

/** Back to the queue as if it had not begun: the node stops. */
export const releaseTask = (db: Db, node: Node, task: TaskRow) =>
  moveRun(db, node, task, 'release')
    .set({ node: null, attempt: task.attempt - 1, due_at: node.clock.now() })
    .execute();

/** Another node has taken the task over. */
export class TaskLost extends Error {}
