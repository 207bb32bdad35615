import { useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels; Infinity until it is laid out. */
export const useWidth = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    // A hidden tab has width 0; keep the last width then.
    const measure = () => setWidth((before) => element.clientWidth || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
