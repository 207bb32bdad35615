import { QueryClient, queryOptions, useMutation, type QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call, type Answer, type CallInput } from './api.ts';
import { cancellable } from './slow-reads.ts';

/**
 * No automatic retries: every failure is shown at once (specification §8), and the user can press 重试. A tab that is
 * shown again mounts its queries again; a few seconds of freshness avoid refetching then.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

type ReadInput<E extends Endpoint> = Omit<CallInput<E>, 'signal' | 'timeoutMs' | 'quiet'>;

type ReadArguments<E extends Endpoint> =
  Record<never, never> extends ReadInput<E> ? [input?: ReadInput<E>] : [input: ReadInput<E>];

const read = <E extends Endpoint>(endpoint: E, asked: CallInput<E>, signal: AbortSignal) =>
  cancellable(signal, (both) => call<Endpoint>(endpoint, { ...asked, signal: both }) as Promise<Answer<E>>);

/** Query options of a reading endpoint. The key begins with its path, so that `refresh` can invalidate it by path. */
export const reading = <E extends Endpoint>(endpoint: E, ...[input]: ReadArguments<E>) => {
  const asked = (input ?? {}) as CallInput<E>;
  return queryOptions<Answer<E>, Error, Answer<E>, QueryKey>({
    queryKey: [endpoint.path, asked],
    queryFn: ({ signal }) => read(endpoint, asked, signal),
  });
};

/** Like `reading`, but waits for `begun` first. */
export const readingAfter = <E extends Endpoint>(
  begun: () => Promise<unknown>,
  endpoint: E,
  ...[input]: ReadArguments<E>
) => {
  const asked = (input ?? {}) as CallInput<E>;
  return queryOptions<Answer<E>, Error, Answer<E>, QueryKey>({
    queryKey: [endpoint.path, asked],
    queryFn: async ({ signal }) => {
      await begun();
      return read(endpoint, asked, signal);
    },
  });
};

/** Invalidates all data from these endpoints: it is refetched at once if visible, otherwise when it is next shown. */
export const refresh = (...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));

/** A write; `refreshes` are the endpoints whose data it changes. */
export const useWrite = <E extends Endpoint>(endpoint: E, ...refreshes: readonly Endpoint[]) =>
  useMutation<Answer<E>, Error, CallInput<E>>({
    mutationFn: (input) => call<Endpoint>(endpoint, input) as Promise<Answer<E>>,
    onSuccess: () => refresh(...refreshes),
  });
