import { firstCharacter } from '../text/storable.ts';
/** The readings of each character of a name in letters, ü as v; the surname has its own. */
export type NameReadings = {
  /** As it is written. */
  name: string;
  surname: readonly string[];
  /** One list for each character of the given name. */
  given: readonly (readonly string[])[];
};

const compoundSurname =
  /^(欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|端木|独孤|南宫|长孙|宇文)/;

/** The surname of a name in characters. */
export const surnameOf = (name: string): string => compoundSurname.exec(name)?.[1] ?? firstCharacter(name);

const betweenParts = /[·•・‧∙\s]+/;
const hasHan = (name: string) => /\p{Script=Han}/u.test(name);
/** A name of two parts, as 阿不都热合曼·买买提, of which the first is the own one. */
const twoPartsOf = (name: string): [own: string, other: string] | null => {
  const [own, ...others] = name.trim().split(betweenParts);
  return own && others.length > 0 && hasHan(name) && own.length > 1 ? [own, others.join('')] : null;
};

const MIN_OWN_PART = 3;
const MIN_OWN_LETTERS = 6;

/** A name in characters as it is written: also given name first, and by its own part alone where there are two. */
export const spellingsInCharacters = (name: string): string[] => {
  const parts = twoPartsOf(name);
  if (parts) {
    const [own, other] = parts;
    return [name, `${other}${own}`, ...(own.length >= MIN_OWN_PART ? [own] : [])];
  }
  const family = surnameOf(name);
  const given = name.slice(family.length);
  // Two characters turned round are too often another word: 王国 and 国王.
  const spelled = hasHan(name) && given !== '' ? [name, `姓${family}名${given}`] : [name];
  return hasHan(name) && given.length > 1 ? [...spelled, `${given}${family}`] : spelled;
};

const MAX_COMBINATIONS = 64;

/** ü is written in four ways. */
const umlauts = ['v', 'u', 'yu', 'ue'] as const;
const spelled = (syllable: string): string[] =>
  syllable.includes('v') ? umlauts.map((umlaut) => syllable.replace('v', umlaut)) : [syllable];

const product = (parts: readonly (readonly string[])[]): string[][] => {
  let all: string[][] = [[]];
  for (const part of parts)
    all = all.flatMap((before) => part.map((one) => [...before, one])).slice(0, MAX_COMBINATIONS);
  return all;
};

const wadeInitials: Readonly<Record<string, string>> = {
  b: 'p',
  d: 't',
  g: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  zh: 'ch',
  r: 'j',
  z: 'ts',
  c: 'ts',
};
/** Syllables that follow no rule. */
const wadeSyllables: Readonly<Record<string, string>> = {
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  zi: 'tzu',
  ci: 'tzu',
  si: 'ssu',
  er: 'erh',
  ge: 'ko',
  ke: 'ko',
  he: 'ho',
  gui: 'kuei',
  kui: 'kuei',
  yi: 'i',
  you: 'yu',
  ye: 'yeh',
  yan: 'yen',
};
const keepsUo = new Set(['g', 'k', 'h', 'sh']);

/** A syllable as it was written before pinyin and is on Taiwan (Wade-Giles), without its marks: jian as chien. */
const inWadeGiles = (syllable: string): string => {
  const known = wadeSyllables[syllable];
  if (known !== undefined) return known;
  const [, initial = '', final = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(syllable) ?? [];
  const sound = final
    .replace(/^v/, 'u')
    .replace(/^ian$/, 'ien')
    .replace(/([iu])e$/, '$1eh')
    .replace(/ong$/, 'ung');
  return `${wadeInitials[initial] ?? initial}${sound === 'uo' && !keepsUo.has(initial) ? 'o' : sound}`;
};

/** In letters, by the syllables of its characters. */
const ofTwoParts = ([written]: [string, string], syllables: readonly string[]): string[] => {
  const own = syllables.slice(0, Array.from(written).length).join('');
  const other = syllables.slice(Array.from(written).length).join('');
  return [
    `${other}${own}`,
    `${own}${firstCharacter(other)}`,
    `${firstCharacter(own)}${other}`,
    `${other}${firstCharacter(own)}`,
    ...(own.length >= MIN_OWN_LETTERS ? [own] : []),
  ];
};

/**
 * Spellings of a name in letters without spaces and marks: surname first and last, the given name whole and as
 * initials. Marks and spaces between the parts are ignored by the search.
 */
export const spellingsInLetters = ({ name, surname, given }: NameReadings): string[] => {
  const found = new Set<string>();
  const surnames = [...new Set(surname.flatMap(spelled))];
  const givens = product(given.map((readings) => [...new Set(readings.flatMap(spelled))]));
  for (const family of surnames)
    for (const syllables of givens) {
      const whole = syllables.join('');
      const initials = syllables.map(firstCharacter).join('');
      const first = `${syllables[0] ?? ''}${syllables.slice(1).map(firstCharacter).join('')}`;
      const called = hasHan(name) ? [] : [syllables[0] ?? ''];
      for (const own of new Set([whole, initials, firstCharacter(initials), first, ...called])) {
        if (own === '') continue;
        found.add(`${family}${own}`);
        found.add(`${own}${family}`);
      }
      // Whole names only: abbreviations and names of two syllables in pinyin too often belong to others.
      if (hasHan(name) && syllables.length > 1) {
        const [old, oldOwn] = [inWadeGiles(family), syllables.map(inWadeGiles).join('')];
        found.add(`${old}${oldOwn}`);
        found.add(`${oldOwn}${old}`);
      }
      const parts = twoPartsOf(name);
      if (parts) for (const one of ofTwoParts(parts, [family, ...syllables])) found.add(one);
    }
  // Shorter spellings match too many ordinary words.
  return [...found].filter((spelling) => spelling.length > 2);
};
