import { ApiError } from './api.ts';

/** Since when each read is on its way, by what ends it. */
const running = new Map<AbortController, number>();
/** Whoever is told that something takes long does not mean what was asked for a moment ago. */
const SLOW_MS = 5000;

const slow = () => [...running].filter(([, since]) => performance.now() - since >= SLOW_MS);

/** A read that a person may stop waiting for; it then fails, so that its place offers to try again. */
export const cancellable = async <T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const own = new AbortController();
  running.set(own, performance.now());
  try {
    return await read(AbortSignal.any([signal, own.signal]));
  } catch (error) {
    if (own.signal.aborted) throw new ApiError(0, { message: '已取消', code: 'cancelled' });
    throw error;
  } finally {
    running.delete(own);
  }
};

export const hasSlowReads = () => slow().length > 0;

export const cancelSlowReads = () => {
  for (const [read] of slow()) read.abort();
};
