import { useMemo } from 'react';
import { usePinyin } from '../lib/use-pinyin.ts';

/** Returns the positions of the matching characters in `text`, or null. */
export type Match = (text: string, wanted: string) => readonly number[] | null;

const matchLetters: Match = (text, wanted) => {
  const start = text.toLowerCase().indexOf(wanted.toLowerCase());
  return start < 0 ? null : Array.from({ length: wanted.length }, (_, index) => start + index);
};

/** Matches text by its characters, and by pinyin and pinyin initials once Latin letters are typed. */
export const useMatcher = (wanted: string): Match => {
  const match = usePinyin(/[a-z]/i.test(wanted));
  return useMemo(
    () => (text, part) => matchLetters(text, part) ?? match?.(text, part, { precision: 'start' }) ?? null,
    [match],
  );
};
