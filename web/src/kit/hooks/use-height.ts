import { useCallback, useState } from 'react';

/** Measures the height of an element in pixels, for content that needs a number. */
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

/** Search, paddings and borders of a tree pane at the largest display size, in pixels. */
const CHROME_HEIGHT = 74;
const MIN_NODES_HEIGHT = 160;

/** Height in pixels that is left for the nodes of a tree. */
export const heightForNodes = (height: number) => Math.max(MIN_NODES_HEIGHT, height - CHROME_HEIGHT);
