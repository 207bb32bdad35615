import { readdirSync, readFileSync } from 'node:fs';
import type { CoverJob } from '../../src/modules/blind-copy/pipeline/job.ts';
import { type CopyLimits, copyLimits } from '../../src/modules/blind-copy/pipeline/limits.ts';
import { coverFile } from '../../src/modules/blind-copy/pipeline/run-pipeline.ts';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const childrenOf = () =>
  readdirSync('/proc/self/task').flatMap((task) =>
    read(`/proc/self/task/${task}/children`).split(' ').filter(Boolean),
  );

const LOOK_MS = 10;
const TICK_MS = 10;

/** Covers a file and reports what its process took, by Linux: time of a core, and maximum memory in bytes. */
export const watchedCover = async (job: CoverJob, limits: CopyLimits = copyLimits) => {
  let cpuMs = 0;
  let peak = 0;
  const known = new Set(childrenOf());
  const timer = setInterval(() => {
    for (const child of childrenOf()) {
      if (known.has(child)) continue;
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(read(`/proc/${child}/status`)) ?? [];
      if (kilobytes) peak = Math.max(peak, Number(kilobytes) * 1024);
      const fields = read(`/proc/${child}/stat`).split(') ')[1]?.split(' ');
      if (fields) cpuMs = Math.max(cpuMs, (Number(fields[11]) + Number(fields[12])) * TICK_MS);
    }
  }, LOOK_MS);
  const begun = performance.now();
  const made = await coverFile(job, { limits });
  clearInterval(timer);
  return { made, cpuMs, peak, ms: performance.now() - begun };
};
