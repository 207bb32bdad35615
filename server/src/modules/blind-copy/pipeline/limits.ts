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

/** Time of a core that is taken before a pace is told from it. */
const PACE_CPU_MS = 16_000;
/** How far a pace may lie over the time of all pages: what began with its heaviest pages may get faster. */
const PACE_SLACK = 1.25;

/** Another thread looks so often, since whoever fills buffers lets no timer run. What one look misses stays under 1.1 GB. */
export const LOOK_MS = 15;

type Taken = { cpuMs: number; steps: number; pages: number };

/** Whether a file has had its time, or cannot end within it at the pace of the pages that are drawn. */
export const isTooMuch = ({ cpuMs, steps, pages }: Taken): boolean => {
  if (cpuMs > limits.cpuMs + limits.stepCpuMs * steps) return true;
  if (cpuMs < PACE_CPU_MS || steps >= pages) return false;
  const whole = limits.cpuMs + limits.stepCpuMs * pages;
  return (cpuMs / steps) * pages > PACE_SLACK * whole;
};
