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
