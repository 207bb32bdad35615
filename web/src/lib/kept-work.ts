import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const keepers = createStore(0);

/** While the caller is on screen, what is typed there is kept on this machine. */
export const useKeepsWork = () =>
  useEffect(() => {
    keepers.set((count) => count + 1);
    return () => keepers.set((count) => count - 1);
  }, []);

export const useIsWorkKept = () => useStore(keepers) > 0;

const refused = createStore(false);

/** Whether the browser took the last thing that was to be kept. */
export const tellKept = (isKept: boolean) => refused.set(() => !isKept);

/** The browser keeps nothing here: its place is full, or forbidden. */
export const useIsKeepingRefused = () => useStore(refused);
