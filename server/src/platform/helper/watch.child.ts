import { workerData } from 'node:worker_threads';
import { cpuMs, cpuMsOfOthers } from './cpu-ms.ts';
import { LOOK_MS } from './limits.ts';
import { ALLOWED, WAITS, type Watched } from './watch-self.ts';

/** A thread of its own, which ends the process that it is in. */
const { limits, parent, state } = workerData as Watched;

/** Less time of a core than this from look to look is what the runtime takes by itself. */
const leastCpuMs = 0.1 * limits.idleLooks;

let looks = 0;
let before = cpuMsOfOthers();

const beginAnew = (now: number) => {
  before = now;
  looks = 0;
};

/** Whether so many looks saw no computing. A process that waits for a core gets some of it sooner. */
const isStuck = () => {
  const now = cpuMsOfOthers();
  if (now - before > leastCpuMs) beginAnew(now);
  looks += 1;
  return looks > limits.idleLooks;
};

const isOver = () => {
  if (process.ppid !== parent || process.memoryUsage.rss() > limits.residentBytes) return true;
  if (Atomics.load(state, WAITS) === 0) return isStuck() || cpuMs() > Atomics.load(state, ALLOWED);
  beginAnew(cpuMsOfOthers());
  return false;
};

setInterval(() => {
  if (isOver()) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
