import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useLatest } from './use-latest.ts';

const changes = createStore(0);

/** Called when an own review may have changed elsewhere: on another device, or by the office. */
export const onOwnReviewChanged = (): void => changes.set((times) => times + 1);

export const useOwnReviewChange = (act: () => void): void => {
  const latest = useLatest(act);
  useEffect(() => changes.subscribe(() => latest.current()), [latest]);
};
