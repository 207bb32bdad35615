import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the first of several selectors that matches, after the next render. */
export const useFocusAfter = (container: RefObject<HTMLElement | null>) => {
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const found = wanted.current
      .map((selector) => container.current?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    if (!found) return;
    wanted.current = [];
    found.focus();
  });
  return (...selectors: string[]) => {
    wanted.current = selectors;
  };
};
