import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react';

export const SaveBlockers = createContext<(step: 1 | -1) => void>(() => {});

/** Blocks saving while the calling component is mounted, because data that the form needs is missing. */
export const useBlockSaving = () => {
  const count = useContext(SaveBlockers);
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
};

/** For the enclosing form: whether a part of it blocks saving, and the value for the `SaveBlockers` context. */
export const useSaveBlockers = () => {
  const [waits, setWaits] = useState(0);
  const count = useCallback((step: 1 | -1) => setWaits((before) => before + step), []);
  return { isWaiting: waits > 0, count };
};
