import { Worker } from 'node:worker_threads';

/** To start a thread takes as long as to read a workbook of hundreds of rows; previews and imports follow each other closely. */
const WAIT_MS = 10_000;

type Waiting = { worker: Worker; heapMegabytes: number; timer: NodeJS.Timeout };
let waiting: Waiting[] = [];

const forget = (worker: Worker) => {
  for (const one of waiting) if (one.worker === worker) clearTimeout(one.timer);
  waiting = waiting.filter((one) => one.worker !== worker);
};

const start = (heapMegabytes: number) => {
  const worker = new Worker(new URL('sheet-reader.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  // Also keeps an error of a thread that waits from ending the process.
  worker.on('error', () => forget(worker));
  worker.on('exit', () => forget(worker));
  return worker;
};

/** A thread of its own for one workbook, with so much memory for objects: one that waits, or a new one. */
export const takeReader = (heapMegabytes: number): Worker => {
  const found = waiting.find((one) => one.heapMegabytes === heapMegabytes);
  if (!found) return start(heapMegabytes);
  forget(found.worker);
  found.worker.ref();
  return found.worker;
};

/** It waits for the next workbook for a while, and does not keep the process. */
export const giveReaderBack = (worker: Worker, heapMegabytes: number) => {
  worker.unref();
  const timer = setTimeout(() => {
    forget(worker);
    void worker.terminate();
  }, WAIT_MS).unref();
  waiting.push({ worker, heapMegabytes, timer });
};
