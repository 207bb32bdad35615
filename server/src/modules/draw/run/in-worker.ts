import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RepeatShare } from '@zhiping/shared/rules/assignment/repeat-share.ts';
import type { ResultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import type { SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { DrawResult } from '@zhiping/shared/rules/draw/record.ts';
import type { ProjectExplanation, ProjectQuestion } from '@zhiping/shared/rules/draw/explain-project.ts';
import type { Shortage } from '@zhiping/shared/rules/draw/run-draw.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { TaskRun } from '../../../platform/tasks/task-kind.ts';
import { findSubjectNames } from '../subject-names.queries.ts';
import { refuseCancelled } from './draw-run.ts';

/** Request to a thread; the roster is the text that was hashed. */
export type DrawWork = { roster: string; seed: string } & (
  | { kind: 'compute' }
  /** `now`: the present pairs, for comparison. */
  | { kind: 'solve'; inputs: SolveInputs; now: readonly { file: number; expert: number }[] }
  | { kind: 'repeat' }
  | ({ kind: 'why' } & ProjectQuestion)
);

/** With the names of subjects, because a roster contains only codes. */
export type NamedWork = DrawWork & { names: ReadonlyMap<string, string> };

/** Figures of the same roster for comparison: without chance, and drawn by lot alone. */
export type ComparisonFigures = { optimise: ResultFigures | null; draw: ResultFigures | null };
/** `avoided`: number of pairs that conflicts kept apart. */
type Computed = { result: DrawResult; shortages: Shortage[]; avoided: number };
export type DrawAnswers = {
  compute: Computed;
  solve: Computed & { gain: string; isLoss: boolean };
  repeat: { share: RepeatShare; beside: ComparisonFigures };
  why: ProjectExplanation;
};
export type FromWorker = { done: number; total: number } | { problem: string } | { answer: unknown };

/** A province takes seconds. A thread that reports nothing for this long is faulty and must not block the node. */
const SILENCE_MS = 300_000;
const LOOK_MS = 500;
const MEMORY_MB = 2048;

/**
 * Computes in a thread, so that the node stays responsive. Reports progress, and ends the thread if the task is
 * cancelled, the node stops, or another node has taken over.
 */
export const inWorker = async <Kind extends DrawWork['kind']>(
  db: Db,
  { task, signal, progress }: TaskRun,
  work: DrawWork & { kind: Kind },
): Promise<DrawAnswers[Kind] | { problem: string }> => {
  const named: NamedWork = { ...work, names: await findSubjectNames(db) };
  const worker = new Worker(new URL('draw.worker.ts', import.meta.url), {
    workerData: named,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const over = new AbortController();
  try {
    let [done, total] = [0, 0];
    let heardAt = performance.now();
    const answered = new Promise<DrawAnswers[Kind] | { problem: string }>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        heardAt = performance.now();
        if ('problem' in message) resolve(message);
        else if ('answer' in message) resolve(message.answer as DrawAnswers[Kind]);
        else [done, total] = [message.done, message.total];
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the thread of a draw ended without an answer')));
    });
    const watched = (async () => {
      for (;;) {
        await pause(LOOK_MS, undefined, { signal: over.signal });
        signal.throwIfAborted();
        progress(done, total);
        await refuseCancelled(db, task);
        if (performance.now() - heardAt > SILENCE_MS) throw new Error('the thread of a draw is silent');
      }
    })();
    return await Promise.race([answered, watched as Promise<never>]);
  } finally {
    over.abort();
    await worker.terminate();
  }
};
