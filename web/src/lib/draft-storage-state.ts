import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const keepers = createStore(0);

/** Declares that the calling component stores its input on this machine while it is mounted. */
export const useMarksLocalDrafts = () =>
  useEffect(() => {
    keepers.set((count) => count + 1);
    return () => keepers.set((count) => count - 1);
  }, []);

export const useHasLocalDrafts = () => useStore(keepers) > 0;

const refused = createStore(false);

/** Reports whether the browser stored the last draft. */
export const reportDraftStored = (isKept: boolean) => refused.set(() => !isKept);

/** Whether the browser refuses to store drafts, because its storage is full or forbidden. */
export const useIsDraftStorageRefused = () => useStore(refused);
