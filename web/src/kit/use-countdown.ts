import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** Seconds that are left. Counted from the clock: timers of a page in the background run late. */
export const useCountdown = () => {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
  const isRunning = left > 0;

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = (seconds: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * SECOND_MS);
  };
  return { left, start };
};
