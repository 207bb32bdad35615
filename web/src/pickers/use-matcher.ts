import { useEffect, useState } from 'react';

/** Returns the positions of the matching characters in `text`, or null. */
export type Match = (text: string, wanted: string) => readonly number[] | null;

const matchLetters: Match = (text, wanted) => {
  const start = text.toLowerCase().indexOf(wanted.toLowerCase());
  return start < 0 ? null : Array.from({ length: wanted.length }, (_, index) => start + index);
};

let pinyin: Promise<Match> | undefined;

/** The pinyin tables are large, so they load when the user first types Latin letters. */
const loadPinyin = () => {
  pinyin ??= import('pinyin-pro').then(
    ({ match }) =>
      (text, wanted) =>
        matchLetters(text, wanted) ?? match(text, wanted, { precision: 'start' }),
  );
  return pinyin;
};

/** Matches text by its characters, by pinyin and by pinyin initials. */
export const useMatcher = (wanted: string): Match => {
  const [match, setMatch] = useState<Match>(() => matchLetters);
  const isLatin = /[a-z]/i.test(wanted);
  useEffect(() => {
    if (!isLatin) return;
    loadPinyin().then(
      (loaded) => setMatch(() => loaded),
      () => {
        // Without pinyin, characters and codes still match; the next search tries to load it again.
        pinyin = undefined;
      },
    );
  }, [isLatin]);
  return match;
};
