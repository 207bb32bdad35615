import { workerData } from 'node:worker_threads';
import { cpuMs, cpuMsOfOthers } from './cpu-ms.ts';
import { LOOK_MS } from './limits.ts';
import { ALLOWED, WAITS, type Watched } from './watch-self.ts';

/** A thread of its own, which ends the process that it is in. */
const { limits, parent, state } = workerData as Watched;

/** Less than this between two looks is no computing. */
const IDLE_CPU_MS = 0.1;

let idle = 0;
let before = cpuMsOfOthers();

/** Whether it did not compute for so many looks. Where it waits for a core, they are few. */
const isStuck = () => {
  const now = cpuMsOfOthers();
  idle = now - before < IDLE_CPU_MS ? idle + 1 : 0;
  before = now;
  return idle > limits.idleLooks;
};

const isOver = () => {
  if (process.ppid !== parent || process.memoryUsage.rss() > limits.residentBytes) return true;
  if (Atomics.load(state, WAITS) === 0) return isStuck() || cpuMs() > Atomics.load(state, ALLOWED);
  idle = 0;
  return false;
};

setInterval(() => {
  if (isOver()) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
