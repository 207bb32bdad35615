import { QueryClient, queryOptions, useMutation, type QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call, type Answer, type CallInput } from './api.ts';
import { cancellable } from './slow-reads.ts';

/**
 * One try per call: every failure is shown at once (specification §8), and a person presses 重试. Showing a cached
 * tab again mounts its queries again, so a few seconds of freshness keep tab switches silent.
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

/** Query options of a reading endpoint; the key begins with its path, so writes can refresh it by path. */
export const reading = <E extends Endpoint>(endpoint: E, ...[input]: ReadArguments<E>) => {
  const asked = (input ?? {}) as CallInput<E>;
  return queryOptions<Answer<E>, Error, Answer<E>, QueryKey>({
    queryKey: [endpoint.path, asked],
    queryFn: ({ signal }) => read(endpoint, asked, signal),
  });
};

/** The same, once what `begun` waits for is over. */
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

/** Everything read from these endpoints is fetched again when it is next shown, at once where it is on screen. */
export const refresh = (...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));

/** A write; `refreshes` names the endpoints whose answers it changes. */
export const useWrite = <E extends Endpoint>(endpoint: E, ...refreshes: readonly Endpoint[]) =>
  useMutation<Answer<E>, Error, CallInput<E>>({
    mutationFn: (input) => call<Endpoint>(endpoint, input) as Promise<Answer<E>>,
    onSuccess: () => refresh(...refreshes),
  });
