import { type HelperLimits, looksIn } from '../../../platform/helper/limits.ts';

/**
 * Limits of a file before it is ended (decision 0052). Each finished page adds time of a core: a long file has its
 * time, and one without progress has none.
 */
export type CopyLimits = HelperLimits & {
  /** For each page that is drawn, and once more for each that is proven. */
  stepCpuMs: number;
  /** Time of a core after which the pace of a file is judged. */
  paceCpuMs: number;
};

export const copyLimits: CopyLimits = {
  cpuMs: 12_000,
  stepCpuMs: 800,
  paceCpuMs: 16_000,
  idleLooks: looksIn(18_000),
  /** Growth between two looks stays under 1.1 GB. */
  residentBytes: 1000 ** 3,
  heapMegabytes: 512,
  silentMs: 600_000,
};

/** How far a pace may lie over the time of all pages: what began with its heaviest pages may get faster. */
const PACE_SLACK = 1.25;

/** Time of a core for a file so far: by the steps that are done, and by the pace at which all of its pages end in their time. */
export const allowedCpuMs = (
  { steps, pages }: { steps: number; pages: number },
  { cpuMs, stepCpuMs, paceCpuMs }: CopyLimits,
): number => {
  const allowed = cpuMs + stepCpuMs * steps;
  if (steps >= pages) return allowed;
  const whole = cpuMs + stepCpuMs * pages;
  return Math.min(allowed, Math.max(paceCpuMs, (PACE_SLACK * whole * steps) / pages));
};
