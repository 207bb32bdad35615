import { pinyin } from 'pinyin-pro';
import { firstCharacter } from '@zhiping/shared/rules/text/storable.ts';
import { surnameOf } from '@zhiping/shared/rules/blind-copy/name-spellings.ts';

const hasHan = (text: string) => /\p{Script=Han}/u.test(text);

type Reading = 'usual' | 'surname';

const syllablesOf = (text: string, reading: Reading = 'usual') =>
  pinyin(text, {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    v: true,
    surname: reading === 'surname' ? 'head' : 'off',
  });

const spelledOf = (syllables: readonly string[]) => ({
  full: syllables.join(''),
  initials: syllables.map(firstCharacter).join(''),
});

/** The parts of a name between dots and spaces. */
export const partsOfName = (name: string) => name.split(/[·\s]+/).filter(Boolean);

/**
 * How the name of a person is spelled: as its characters are usually read, and where that differs as a surname, since 曾
 * is zēng in a name and 单 is shàn. Dots are not spelled.
 */
export const spellingsOfName = (name: string): { full: string; initials: string }[] => {
  if (!hasHan(name)) return [];
  const parts = partsOfName(name);
  const spelled = (['usual', 'surname'] as const).map((reading) =>
    spelledOf(parts.flatMap((part, index) => syllablesOf(part, index === 0 ? reading : 'usual'))),
  );
  return spelled.filter(({ full }, index) => spelled.findIndex((other) => other.full === full) === index);
};

/**
 * The text that searches look in: the words as they are, their full pinyin and its initials, in lower case. 「zs」 and
 * 「zhangsan」 both find 张三.
 */
export const searchTextOf = (...words: (string | null | undefined)[]): string => {
  const parts = words.filter((word): word is string => !!word).map((word) => word.toLowerCase());
  const spelled = parts.filter(hasHan).flatMap((part) => {
    const { full, initials } = spelledOf(syllablesOf(part));
    return [full, initials];
  });
  return [...parts, ...spelled].join(' ').toLowerCase();
};

const readingsOf = (char: string): string[] => [
  ...new Set(pinyin(char, { toneType: 'none', type: 'array', v: true, multiple: true })),
];

/**
 * Every way to read a name: of its surname as such and as its characters are usually read, of each other character all readings. Of a
 * name in letters its words.
 */
export const readingsOfName = (name: string): { name: string; surname: string[]; given: string[][] } => {
  const plain = name.replaceAll(/[·\s]+/g, '');
  if (!hasHan(plain)) {
    const words = name
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter(Boolean);
    return { name, surname: words.slice(-1), given: words.slice(0, -1).map((word) => [word]) };
  }
  const family = surnameOf(plain);
  const given = Array.from(plain.slice(family.length));
  const surname = new Set(
    (['surname', 'usual'] as const).map((reading) =>
      syllablesOf(plain, reading).slice(0, family.length).join(''),
    ),
  );
  return { name, surname: [...surname], given: given.map(readingsOf) };
};
