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

/** What stands around the nodes of a tree pane, at the largest size: its search, paddings and borders. */
const AROUND_NODES = 74;
const LEAST_NODES = 160;

/** Height that is left to the nodes of a tree. */
export const roomForNodes = (height: number) => Math.max(LEAST_NODES, height - AROUND_NODES);
