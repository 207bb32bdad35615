import { randomUUID } from 'node:crypto';
import { withRequestId } from '../request-id.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sendToUser } from '../live/broadcast.ts';
import { type Db, inTransaction } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { endTask, type Node, prolong, releaseTask, retryTask, TaskLost } from './claim.ts';
import { GiveUp, type TaskKind, type TaskRow } from './task-kind.ts';

const TELL_MS = 500;
const MAX_PAUSE_MS = 3_600_000;
/** Each end of a node in mid-run counts as an attempt; a task that brings nodes down must not do so for ever. */
const MAX_TAKEOVERS = 3;

type Parts = { db: Db; log: FastifyBaseLogger; node: Node; firstPauseMs: number };

/** How long to wait before the next try: three times as long each time, an hour at most. */
export const pauseAfter = (attempt: number, firstPauseMs: number) =>
  Math.min(MAX_PAUSE_MS, firstPauseMs * 3 ** (attempt - 1));

const notifyOwner = async (db: Db, task: TaskRow, now: Pick<TaskRow, 'state' | 'done' | 'total'>) => {
  const { id, kind, owner_id: ownerId } = task;
  if (ownerId !== null) await sendToUser(db, ownerId, { kind: 'task', task: { id, kind, ...now } });
};

/** Keep the lease of a run and its progress up to date. */
const watch = ({ db, log, node }: Parts, task: TaskRow, lost: () => void) => {
  const now = { done: 0, total: task.total };
  let reportedAt = Number.NEGATIVE_INFINITY;
  let reporting = Promise.resolve();
  const tell = () => {
    reportedAt = performance.now();
    reporting = reporting.then(async () => {
      try {
        if (!(await prolong(db, node, task, now))) return lost();
        await notifyOwner(db, task, { state: 'running', ...now });
      } catch (error) {
        log.error({ err: error, task: task.id }, 'task not prolonged');
      }
    });
  };
  const timer = setInterval(tell, node.leaseMs / 3);
  return {
    now,
    progress: (done: number, total: number) => {
      Object.assign(now, { done, total });
      if (performance.now() - reportedAt >= TELL_MS) tell();
    },
    stop: async () => {
      clearInterval(timer);
      await reporting;
    },
  };
};

/** Run one claimed task to its end, a later try, or back to the queue when `stopping` is aborted. Never throws. */
export const runTask = (parts: Parts, kind: TaskKind, task: TaskRow, stopping: AbortSignal) =>
  // The call that woke this node up has nothing to do with what it finds to do.
  withRequestId(null, () => runClaimed(parts, kind, task, stopping));

const runClaimed = async (parts: Parts, kind: TaskKind, task: TaskRow, stopping: AbortSignal) => {
  const { db, log, node } = parts;
  const taken = new AbortController();
  const signal = AbortSignal.any([stopping, taken.signal]);
  const watched = watch(parts, task, () => taken.abort());
  const progress = (done: number, total: number) => {
    signal.throwIfAborted();
    watched.progress(done, total);
  };
  try {
    if (task.attempt > kind.attempts + MAX_TAKEOVERS) throw new GiveUp('任务多次在执行中被中断');
    const finish = await kind.run({ task, signal, progress });
    await inTransaction(db, async (tx) => {
      const result = await finish(tx);
      signal.throwIfAborted();
      await endTask(tx, node, task, 'finish', { result: JSON.stringify(result), ...watched.now });
      await kind.ended?.(tx, task, { ok: true, result });
      await notifyOwner(tx, task, { ...watched.now, state: 'done' });
    });
  } catch (error) {
    if (taken.signal.aborted || error instanceof TaskLost) log.warn({ task: task.id }, 'task was taken over');
    else
      await (stopping.aborted ? releaseTask(db, node, task) : fail(parts, kind, task, error)).catch(
        (failure: unknown) => log.error({ err: failure, task: task.id }, 'end of task not recorded'),
      );
  } finally {
    await watched.stop();
  }
};

const fail = async (parts: Parts, kind: TaskKind, task: TaskRow, error: unknown) => {
  const { db, log, node, firstPauseMs } = parts;
  const isExpected = error instanceof AppError || error instanceof GiveUp;
  if (!isExpected && task.attempt < kind.attempts) {
    log.warn({ err: error, task: task.id, kind: task.kind }, 'task failed and will be tried again');
    await retryTask(db, node, task, pauseAfter(task.attempt, firstPauseMs));
    return;
  }
  const message = isExpected ? error.message : await recordError(parts, task, error as Error);
  await inTransaction(db, async (tx) => {
    await endTask(tx, node, task, 'fail', { error: message });
    await kind.ended?.(tx, task, { ok: false, error: message });
    await notifyOwner(tx, task, { state: 'failed', done: task.done, total: task.total });
  });
};

/** As with a call that ends in a 500: the person gets a number, the error log what happened. */
const recordError = async ({ db, log }: Parts, task: TaskRow, error: Error): Promise<string> => {
  const requestId = randomUUID();
  log.error({ err: error, task: task.id, kind: task.kind, requestId }, 'task failed');
  await db
    .insertInto('error_log')
    .values({
      request_id: requestId,
      user_id: task.owner_id,
      username: null,
      method: 'TASK',
      path: task.kind,
      message: String(error.message).slice(0, 2000),
      stack: (error.stack ?? '').slice(0, 20_000),
      ip: '',
      browser: null,
    })
    .execute();
  return `执行失败，请联系系统管理员（编号 ${requestId}）`;
};
