import { ApiError } from './api.ts';

/** Start time of each running read, by the controller that aborts it. */
const running = new Map<AbortController, number>();
/** Cancelling does not affect reads that started more recently than this. */
const SLOW_MS = 5000;

const slow = () => [...running].filter(([, since]) => performance.now() - since >= SLOW_MS);

/** Runs a read that the user can cancel; it then fails, so that its part of the page offers a retry. */
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
