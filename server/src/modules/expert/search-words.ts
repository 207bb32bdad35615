import { searchTextOf } from '../../platform/pinyin.ts';

/** Longest Chinese name of which every end is a word of its own. */
const MOST_ENDS = 4;

/**
 * What a search for an expert looks in. Each word begins behind a space, and each end of a name and of its initials is a
 * word: so one or two characters, which no trigram can hold, are found from the start of a word by the same index.
 */
export const expertSearchText = (name: string, phone: string | null): string => {
  const words = searchTextOf(name, phone).split(' ');
  const initials = words.length > 2 ? (words.at(-1) as string) : '';
  const ends = [name.toLowerCase(), initials].flatMap((word) =>
    [...word].slice(1, MOST_ENDS).map((_, index) => [...word].slice(index + 1).join('')),
  );
  return ` ${[...new Set([...words, ...ends])].filter(Boolean).join(' ')}`;
};
