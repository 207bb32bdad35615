import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

const secondsLeft = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

const endOf = (storageKey: string) => Number(readStored('sessionStorage', storageKey) ?? 0);

/**
 * Seconds until an action is allowed again. The end is stored under `storageKey` in the session storage, so a reload
 * does not reset it.
 */
export const useCountdown = (storageKey: string) => {
  const [kept, setKept] = useState(() => ({ storageKey, until: endOf(storageKey) }));
  const until = kept.storageKey === storageKey ? kept.until : endOf(storageKey);
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
    writeStored('sessionStorage', storageKey, String(end));
    setKept({ storageKey, until: end });
  };
  return { left, start };
};
