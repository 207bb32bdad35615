import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus on the first of several places that can take it, once what was changed is drawn. */
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
