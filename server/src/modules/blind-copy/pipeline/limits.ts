/**
 * What a file may take before it is ended. Time of a core is counted, which a busy machine does not stretch, and more of it for every page
 * that is done: a long file has its time, and one that makes no way has none.
 */
export const limits = {
  cpuMs: 12_000,
  /** For each page that is drawn, and once more for each that is proven. */
  stepCpuMs: 800,
  /** By the clock, from one page to the next: for what waits and does nothing. */
  standMs: 18_000,
  resident: 1000 ** 3,
  heapMegabytes: 512,
};

/** Another thread looks so often, since whoever fills buffers lets no timer run. What one look misses stays under 1.1 GB. */
const LOOK_MS = 15;

/** What that thread runs; its data is the count of steps that are done. */
export const watchScript = `
  const { workerData } = require('node:worker_threads');
  const isOver = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 > ${limits.cpuMs} + ${limits.stepCpuMs} * Atomics.load(workerData, 0);
  };
  const isAlone = () => process.ppid === 1;
  setInterval(() => {
    if (isAlone() || isOver() || process.memoryUsage.rss() > ${limits.resident}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS});
`;
