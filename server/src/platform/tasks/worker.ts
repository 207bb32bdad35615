import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/db.ts';
import type { Notices } from '../database/notices.ts';
import { claimTask, type Node } from './claim.ts';
import { runTask } from './run-task.ts';
import type { TaskKind } from './task-kind.ts';
import type { Clock } from '../clock.ts';

const MAX_CONCURRENCY = 4;
export type WorkerOptions = {
  /** How long a node may be silent before others take over what it runs. */
  leaseMs: number;
  /** Interval of polling; notices start new work at once. */
  pollMs: number;
  /** Wait before the second try of what failed; later ones are longer. */
  firstPauseMs: number;
  /** How long running work may go on after a stop before it goes back to the queue. */
  graceMs: number;
};

export const defaultWorkerOptions: WorkerOptions = {
  leaseMs: 15_000,
  pollMs: 2000,
  firstPauseMs: 10_000,
  graceMs: 8000,
};

export type WorkerParts = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  notices: Notices;
  kinds: readonly TaskKind[];
  /** Clock-driven work, run in turn at every look. A step that fails is logged; the others and the queue go on. */
  schedule: readonly (() => Promise<void>)[];
  options: WorkerOptions;
};

/** Take tasks from the queue and run them for as long as the node runs. Any number of nodes may do so. */
export const startWorker = ({ db, clock, log, notices, kinds, schedule, options }: WorkerParts) => {
  const node: Node = { id: randomUUID(), leaseMs: options.leaseMs, clock };
  const running = new Map<number, { kind: TaskKind; end: Promise<void> }>();
  const stopping = new AbortController();
  let isStopping = false;
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;

  const countOf = (kind: TaskKind) => [...running.values()].filter((run) => run.kind === kind).length;

  const claim = async () => {
    const free = kinds.filter((kind) => countOf(kind) < kind.concurrency);
    if (free.length === 0) return false;
    const task = await claimTask(db, node, free, [...running.keys()]);
    const kind = task && kinds.find((one) => one.kind === task.kind);
    if (!task || !kind) return false;
    const end = runTask({ db, log, node, firstPauseMs: options.firstPauseMs }, kind, task, stopping.signal);
    running.set(task.id, {
      kind,
      end: end.finally(() => {
        running.delete(task.id);
        look();
      }),
    });
    return true;
  };

  const lookOnce = async () => {
    for (const step of schedule)
      await step().catch((error: unknown) => log.error({ err: error }, 'clock-driven step failed'));
    try {
      while (!isStopping && running.size < MAX_CONCURRENCY && (await claim()));
    } catch (error) {
      log.error({ err: error }, 'queue not read');
    }
  };

  /** One look at a time; asked for while looking, another one follows. */
  const look = () => {
    if (isStopping) return;
    if (looking) {
      isAskedAgain = true;
      return;
    }
    looking = lookOnce().finally(() => {
      looking = null;
      const again = isAskedAgain;
      isAskedAgain = false;
      if (again) look();
    });
  };

  notices.on((topic) => topic === 'task' && look());
  const timer = setInterval(look, options.pollMs).unref();
  look();

  const stop = async () => {
    isStopping = true;
    clearInterval(timer);
    await looking;
    const late = setTimeout(() => stopping.abort(), options.graceMs);
    await Promise.all([...running.values()].map(({ end }) => end));
    clearTimeout(late);
  };
  return { stop };
};
