import { Worker } from 'node:worker_threads';
import { cpuMs } from './cpu-ms.ts';
import type { HelperLimits } from './limits.ts';

export type Watched = { limits: HelperLimits; parent: number; state: Int32Array };

/** Places of the shared state: the time of a core at which the process is ended, and whether it waits for other processes. */
export const ALLOWED = 0;
export const WAITS = 1;

/**
 * Watch this process by the limits that `forkHelper` gave it. Another thread does it: code that fills buffers lets no timer run, and buffers
 * count for no limit of Node's. Time before the first job does not count.
 */
export const watchSelf = <Limits extends HelperLimits>() => {
  const [, , given, parent] = process.argv;
  const limits = JSON.parse(given as string) as Limits;
  const state = new Int32Array(new SharedArrayBuffer(8));
  state[WAITS] = 1;
  const workerData: Watched = { limits, parent: Number(parent), state };
  const watcher = new Worker(new URL('watch.child.ts', import.meta.url), { workerData });
  watcher.unref();
  let begunAt = 0;
  /** How much time of a core the job of now may take from its beginning. */
  const allow = (ms: number) => Atomics.store(state, ALLOWED, begunAt + ms);
  const begin = () => {
    begunAt = cpuMs();
    allow(limits.cpuMs);
    Atomics.store(state, WAITS, 0);
  };
  /** From now on the process waits for another one, or for a job. */
  const wait = () => Atomics.store(state, WAITS, 1);
  const goOn = () => Atomics.store(state, WAITS, 0);
  /** Before the answer of the last job: time that it took since the last look counts too. */
  const end = async () => {
    if (cpuMs() > Atomics.load(state, ALLOWED)) process.kill(process.pid, 'SIGKILL');
    await watcher.terminate();
  };
  return { limits, begin, allow, wait, goOn, end };
};
