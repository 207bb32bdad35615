import type { RecognisedLine } from '@zhiping/shared/rules/blind-copy/recognised.ts';

/** A picture to read, and characters that are looked for. */
export type Asked = { path: string; words: string };

/** What stands on it, and whether recognition knows all these characters. */
export type Read = { lines: RecognisedLine[]; canTell: boolean };

/** Reads a picture; null where that failed. */
export type ReadPicture = (asked: Asked) => Promise<Read | null>;

export const limits = {
  /** By the clock, for one picture and for loading the models before the first one. */
  pictureMs: 90_000,
  /** A page of 12 million pixels takes 1.3 GB. */
  resident: 2 * 1000 ** 3,
  heapMegabytes: 1024,
};

const LOOK_MS = 50;

/** What another thread of the process runs; it ends what takes too much, or is left alone. */
export const watchScript = `
  setInterval(() => {
    if (process.ppid === 1 || process.memoryUsage.rss() > ${limits.resident}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS});
`;
