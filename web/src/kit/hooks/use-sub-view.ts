import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * A part of the page that a URL parameter opens, such as `?view=12`: it can be linked to, Back closes it, and a middle
 * click opens it in a browser tab. Closing replaces the history entry, otherwise Back would open it again.
 */
export const useSubView = (name: string) => {
  const [params, setParams] = useSearchParams();
  const hrefOf = (value: string | number) => {
    const next = new URLSearchParams(params);
    next.set(name, String(value));
    return `?${next}`;
  };
  const close = useCallback(
    () =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [name, setParams],
  );
  return { value: params.get(name), hrefOf, close };
};
