import { useEffect, useState } from 'react';

const secondsLeft = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** Seconds until something may be done again. The end is kept for this window, so a reload does not reset it. */
export const useCountdown = (storageKey: string) => {
  const [until, setUntil] = useState(() => Number(sessionStorage.getItem(storageKey) ?? 0));
  const [left, setLeft] = useState(() => secondsLeft(until));

  useEffect(() => {
    setLeft(secondsLeft(until));
    if (secondsLeft(until) === 0) return undefined;
    const timer = setInterval(() => {
      setLeft(secondsLeft(until));
      if (secondsLeft(until) === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);

  const start = (seconds: number) => {
    const end = Date.now() + seconds * 1000;
    sessionStorage.setItem(storageKey, String(end));
    setUntil(end);
  };
  return { left, start };
};
