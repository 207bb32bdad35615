import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** A value that is typed, once its writer has paused. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
