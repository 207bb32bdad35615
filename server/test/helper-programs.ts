import { once } from 'node:events';
import { forkHelper } from '../src/platform/helper/fork-helper.ts';
import type { HelperLimits } from '../src/platform/helper/limits.ts';
import type { Deed } from './helper-child.ts';

/** Limits that end nothing. */
const wide: HelperLimits = {
  cpuMs: 3_600_000,
  idleLooks: 1_000_000,
  residentBytes: 1000 ** 4,
  heapMegabytes: 64,
  silentMs: 3_600_000,
};

export const beginProgram = (deed: Deed, few: Partial<HelperLimits> = {}) => {
  const child = forkHelper(new URL('helper-child.ts', import.meta.url), { ...wide, ...few });
  child.send(deed);
  return child;
};

/** The report of a program, or the signal that ended it. */
export const runProgram = async (deed: Deed, few: Partial<HelperLimits>) => {
  const child = beginProgram(deed, few);
  let told: unknown;
  child.on('message', (message) => (told = message));
  const [, signal] = (await once(child, 'exit')) as [number, string | null];
  return told ?? signal;
};
