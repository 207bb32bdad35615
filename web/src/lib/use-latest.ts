import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The newest value, for handlers that must not change with every render. */
export const useLatest = <T>(value: T): RefObject<T> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
