import type { RecognisedLine } from '@zhiping/shared/rules/blind-copy/recognised.ts';
import { type HelperLimits, looksIn } from '../../../platform/helper/limits.ts';

/** A picture to read, and characters that are looked for. */
export type Asked = { path: string; words: string };

/** Lines on it, and whether recognition knows all these characters. */
export type Read = { lines: RecognisedLine[]; canTell: boolean };

/** Reads a picture; null where that failed. */
export type ReadPicture = (asked: Asked) => Promise<Read | null>;

/** For one picture, and for loading the models before the first one. */
export const recogniserLimits: HelperLimits = {
  cpuMs: 90_000,
  idleLooks: looksIn(90_000),
  /** A page of 12 million pixels takes 1.3 GB. */
  residentBytes: 2 * 1000 ** 3,
  heapMegabytes: 1024,
  silentMs: 600_000,
};
