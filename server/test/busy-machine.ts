import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const THREADS_PER_CORE = 4;

/** Do something while every core has much else to do. */
export const withBusyMachine = async <T>(work: () => Promise<T>): Promise<T> => {
  const threads = Array.from(
    { length: THREADS_PER_CORE * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
};
