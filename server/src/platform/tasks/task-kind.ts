import type { Selectable } from 'kysely';
import type { Tx } from '../database/db.ts';
import type { Schema } from '../database/schema.ts';

export type TaskRow = Selectable<Schema['task']>;
type TaskResult = Record<string, unknown>;

/** The last part of a task: it runs in the transaction that marks the task done, so that both happen once or not at all. */
type Finish = (tx: Tx) => Promise<TaskResult>;

export type TaskRun = {
  task: TaskRow;
  /** Aborted when the node stops or the task was taken over. */
  signal: AbortSignal;
  /** Reports progress. Throws if the run must stop, so long loops call it often. */
  progress: (done: number, total: number) => void;
};

export type Outcome = { ok: true; result: TaskResult } | { ok: false; error: string };

/** A kind of background work. Whatever it changes in the database belongs into what `run` answers. */
export type TaskKind = {
  kind: string;
  /** How often it is tried when it fails; an `AppError` or `GiveUp` is not tried again. */
  attempts: number;
  /** How many of them a node runs at the same time. */
  concurrency: number;
  run: (run: TaskRun) => Promise<Finish>;
  /** Runs in the transaction that ends the task: an own log, a message. */
  ended?: (tx: Tx, task: TaskRow, outcome: Outcome) => Promise<void>;
  /** In the transaction that takes it over from a node that is gone. */
  interrupted?: (tx: Tx, task: TaskRow) => Promise<void>;
};

/** Trying again cannot help; the message is for a person. */
export class GiveUp extends Error {}
