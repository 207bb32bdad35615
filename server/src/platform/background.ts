import type { FastifyBaseLogger } from 'fastify';

/** Work that goes on behind an answer: its failure is logged, and a shutdown waits for it. */
export const createBackground = (log: FastifyBaseLogger) => {
  const running = new Set<Promise<unknown>>();
  return {
    run: (work: Promise<unknown>) => {
      const watched = work
        .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    finished: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
