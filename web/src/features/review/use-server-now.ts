import { useEffect, useState } from 'react';
import { momentOf } from './due-words.ts';

const EVERY_MS = 10_000;

/** The current time by the server's clock, in milliseconds; `read` is the server time received at `receivedAt`. */
export const useServerNow = (read: string, receivedAt: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return momentOf(read) + Math.max(0, now - receivedAt);
};
