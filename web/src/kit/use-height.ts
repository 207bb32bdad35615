import { useCallback, useState } from 'react';

/** Height of an element, for content that must be told how many pixels it has. */
export const useHeight = () => {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, height };
};
