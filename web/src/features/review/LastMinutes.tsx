import { useEffect } from 'react';
import { announce } from '../../lib/announce.ts';
import { minutesLeft } from './due-words.ts';

/** A discreet note when little time is left; it never interrupts the typing. */
export const LastMinutes = ({ dueAt, now }: { dueAt: string; now: number }) => {
  const left = minutesLeft(dueAt, now);
  const isShown = left !== null;
  useEffect(() => {
    // Announced only once: a number that changes every minute would disturb users of screen readers.
    if (isShown) announce('离截止不足 10 分钟，请提交评审');
  }, [isShown]);
  if (left === null) return null;
  return (
    <p className="desk-last-minutes">
      离截止还有 {left} 分钟（{dueAt.slice(11, 16)}），写下的内容会自动保存，截止前请提交评审。
    </p>
  );
};
