import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react';

export const FormWaits = createContext<(step: 1 | -1) => void>(() => {});

/** What a form needs is not there yet: nothing can be saved as long as this is on screen. */
export const useFormWaits = () => {
  const count = useContext(FormWaits);
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
};

/** For the form around: whether it waits for something, and what `FormWaits` takes. */
export const useWaiting = () => {
  const [waits, setWaits] = useState(0);
  const count = useCallback((step: 1 | -1) => setWaits((before) => before + step), []);
  return { isWaiting: waits > 0, count };
};
