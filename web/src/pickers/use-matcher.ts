import { useEffect, useState } from 'react';

/** Positions of the characters of `text` that a search found, or null. */
export type Match = (text: string, wanted: string) => readonly number[] | null;

const matchLetters: Match = (text, wanted) => {
  const start = text.toLowerCase().indexOf(wanted.toLowerCase());
  return start < 0 ? null : Array.from({ length: wanted.length }, (_, index) => start + index);
};

let pinyin: Promise<Match> | undefined;

/** The pronunciations of all characters are large: they are fetched when somebody first types Latin letters. */
const loadPinyin = () => {
  pinyin ??= import('pinyin-pro').then(
    ({ match }) =>
      (text, wanted) =>
        matchLetters(text, wanted) ?? match(text, wanted, { precision: 'start' }),
  );
  return pinyin;
};

/** Finds text by its characters, by pinyin and by the initials of pinyin. */
export const useMatcher = (wanted: string): Match => {
  const [match, setMatch] = useState<Match>(() => matchLetters);
  const isLatin = /[a-z]/i.test(wanted);
  useEffect(() => {
    if (!isLatin) return;
    loadPinyin().then(
      (loaded) => setMatch(() => loaded),
      () => {
        // Without it, characters and codes are still found.
        pinyin = undefined;
      },
    );
  }, [isLatin]);
  return match;
};
