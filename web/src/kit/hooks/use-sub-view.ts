import { useSearchParams } from 'react-router';
import { useClearParams } from './use-clear-params.ts';

/**
 * A part of the page that a URL parameter opens, such as `?view=12`: it can be linked to, Back closes it, and a middle
 * click opens it in a browser tab.
 */
export const useSubView = (name: string) => {
  const [params] = useSearchParams();
  const hrefOf = (value: string | number) => {
    const next = new URLSearchParams(params);
    next.set(name, String(value));
    return `?${next}`;
  };
  const close = useClearParams(name);
  return { value: params.get(name), hrefOf, close };
};
