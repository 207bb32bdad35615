import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Removes parameters from the address and keeps the others, such as the filters of a list. Replaces the history entry;
 * otherwise Back would open again what the parameters opened.
 */
export const useClearParams = (...names: readonly string[]) => {
  const [, setParams] = useSearchParams();
  const removed = names.join(' ');
  return useCallback(
    () =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const name of removed.split(' ')) next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [removed, setParams],
  );
};
