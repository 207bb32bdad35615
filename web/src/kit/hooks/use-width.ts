import { useLayoutEffect, useRef, useState } from 'react';

/** The width that an element has on the page; unbounded until it is laid out. */
export const useWidth = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    // A tab in the background has no width, and keeps what it shows.
    const measure = () => setWidth((before) => element.clientWidth || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
