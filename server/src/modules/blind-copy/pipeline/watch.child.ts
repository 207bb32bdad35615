import { workerData } from 'node:worker_threads';
import { isTooMuch, limits, LOOK_MS } from './limits.ts';

/** A thread of its own, which ends the process that it is in. */
const { steps, pages } = workerData as { steps: Int32Array; pages: Int32Array };

const isOver = () => {
  const { user, system } = process.cpuUsage();
  return isTooMuch({
    cpuMs: (user + system) / 1000,
    steps: Atomics.load(steps, 0),
    pages: Atomics.load(pages, 0),
  });
};
const isAlone = () => process.ppid === 1;

setInterval(() => {
  if (isAlone() || isOver() || process.memoryUsage.rss() > limits.resident)
    process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
