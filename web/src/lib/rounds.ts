import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useEffect } from 'react';
import { refresh } from './query-client.ts';
import { createStore } from './store.ts';
import { useLatest } from './use-latest.ts';

/** Hundreds of experts hand in within an hour; what shows them looks again at most this often. */
const PAUSE_MS = 2000;

const heard = createStore(0);
let timer: ReturnType<typeof setTimeout> | undefined;

/** A round went on: what is on screen of it is read again, soon. */
export const hearRound = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    heard.set((times) => times + 1);
  }, PAUSE_MS);
};

/**
 * Reads these again when a round went on. Not for opinions: each reading of them is on record, and what somebody reads must not
 * change under his eyes.
 */
export const useRoundNews = (...endpoints: readonly Endpoint[]): void => {
  const latest = useLatest(endpoints);
  useEffect(() => heard.subscribe(() => void refresh(...latest.current)), [latest]);
};
