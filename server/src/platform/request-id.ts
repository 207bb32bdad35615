import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string | null>();

/** Do something on behalf of a call, or, with null, of none. */
export const withRequestId = <T>(requestId: string | null, work: () => T): T => storage.run(requestId, work);

/** The call that is being answered, or null in background work. */
export const currentRequestId = (): string | null => storage.getStore() ?? null;
