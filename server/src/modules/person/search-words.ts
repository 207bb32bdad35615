import { partsOfName, spellingsOfName } from '../../platform/pinyin.ts';

/** Longest Chinese name of which every end is a word of its own. */
const MAX_ENDS = 4;

const endsOf = (word: string) =>
  [...word].slice(1, MAX_ENDS).map((_, index) => [...word].slice(index + 1).join(''));

/**
 * Text for searching persons. Each word begins after a space, and each suffix of a name and of its initials is a word:
 * so one or two characters, too short for a trigram, are found from the start of a word by the same index.
 */
export const personSearchText = (name: string, phone: string | null): string => {
  const spellings = spellingsOfName(name);
  const initials = spellings.map((spelling) => spelling.initials);
  const parts = partsOfName(name);
  const words = [
    name,
    phone ?? '',
    ...spellings.flatMap(({ full, initials: first }) => [full, first]),
    ...[name, ...initials].flatMap(endsOf),
    ...(parts.length > 1 ? [parts.join(''), ...parts] : []),
    ...(parts.length > 1
      ? parts.flatMap((part) => spellingsOfName(part).flatMap(Object.values<string>))
      : []),
  ];
  return ` ${[...new Set(words.flatMap((word) => word.toLowerCase().split(/\s+/)))].filter(Boolean).join(' ')}`;
};
