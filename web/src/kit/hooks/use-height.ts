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
const AROUND_NODES = 74;
const LEAST_NODES = 160;

/** Height in pixels that is left for the nodes of a tree. */
export const roomForNodes = (height: number) => Math.max(LEAST_NODES, height - AROUND_NODES);
