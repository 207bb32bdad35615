/** The letters ISBN, which number it is, and marks between them and the number. */
const BEFORE_ISBN = /^(?:e-?|p-?)?isbn(?:[-\s]*1[03](?=\s*[:：]|\s+[\dx]))?[\s:：.-]*/i;

/** Longer than any ISBN; bringing a long text into one form takes long. */
const MAX_ISBN = 60;

const isIsbn10 = (value: string) =>
  /^\d{9}[\dX]$/.test(value) &&
  [...value].reduce((sum, char, at) => sum + (10 - at) * (char === 'X' ? 10 : Number(char)), 0) % 11 === 0;

const isIsbn13 = (value: string) =>
  /^97[89]\d{10}$/.test(value) &&
  [...value].reduce((sum, digit, at) => sum + (at % 2 === 0 ? 1 : 3) * Number(digit), 0) % 10 === 0;

/** Whether this is an ISBN of 10 or 13 characters without marks, with a right check digit. */
export const isIsbn = (value: string): boolean => isIsbn10(value) || isIsbn13(value);

/** A typed ISBN as its digits alone; another text stays as it is. */
export const tidyIsbn = (typed: string): string => {
  const trimmed = typed.trim();
  if (trimmed.length > MAX_ISBN) return trimmed;
  const plain = trimmed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(BEFORE_ISBN, '')
    .replaceAll(/[\s\p{Pd}\u2212·]/gu, '')
    .toUpperCase();
  return isIsbn(plain) ? plain : trimmed;
};
