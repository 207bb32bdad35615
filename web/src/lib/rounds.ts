import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useEffect } from 'react';
import { refresh } from './query-client.ts';
import { createStore } from './store.ts';
import { useLatest } from './use-latest.ts';

/** Hundreds of experts submit within an hour; refetches happen at most this often. */
const PAUSE_MS = 2000;

const roundChanges = createStore(0);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called when a round has changed: its visible data is refetched after a pause. */
export const onRoundChanged = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    roundChanges.set((times) => times + 1);
  }, PAUSE_MS);
};

/**
 * Refetches the endpoints when a round has changed. Not for opinions: each read of them is logged, and an opinion must
 * not change while it is read.
 */
export const useRefreshOnRoundChange = (...endpoints: readonly Endpoint[]): void => {
  const latest = useLatest(endpoints);
  useEffect(() => roundChanges.subscribe(() => void refresh(...latest.current)), [latest]);
};
