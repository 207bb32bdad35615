import { nameDots, plainName } from '../person/name.ts';

/** Keys that are equal for different spellings of one name, unit or work. */

const spaceAtHan = /(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu;

const plain = (text: string) => plainName(text).normalize('NFKC').toLowerCase();

/** Key of a person's name: without spaces between Chinese characters, with one kind of dot. */
export const nameKeyOf = (name: string): string =>
  plain(name).replaceAll(nameDots, '·').replaceAll(spaceAtHan, '').replaceAll(/\s+/g, ' ');

/** Key of a text of which only letters and digits are compared. */
export const lettersOf = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds the institution of the register for a written name; null if it is not registered. */
export type FindInstitution = (written: string) => { id: number; name: string } | null;

/** Shorter names are not matched as prefixes. */
const MIN_NAME = 4;

/**
 * Finds institutions by name: a name matches the whole text, or else its beginning (北京大学数学科学学院). The longest matching
 * name wins.
 */
export const institutionFinder = (
  register: ReadonlyMap<string, { id: number; name: string }>,
): FindInstitution => {
  const known = new Map([...register].map(([name, found]) => [lettersOf(name), found]));
  return (written) => {
    const letters = lettersOf(written);
    const whole = known.get(letters);
    if (whole) return whole;
    for (let length = letters.length - 1; length >= MIN_NAME; length -= 1) {
      const found = known.get(letters.slice(0, length));
      if (found) return found;
    }
    return null;
  };
};

/** Key of an institution of the register, for all its units. */
export const unitKeyOf = (id: number): string => `u${id}`;

/** Key of a written unit: the institution of the register, otherwise its letters. */
export const writtenUnitKey = (written: string, find: FindInstitution): string => {
  const found = find(written);
  return found ? unitKeyOf(found.id) : `t${lettersOf(written)}`;
};

type KeyedFacts = {
  personId: number;
  nameKey: string;
  stays: readonly { unit: string }[];
  works: readonly { key: string }[];
  coAuthors: readonly { nameKey: string }[];
  requests: readonly { nameKey: string | null; unit: string | null }[];
};

/** All keys under which the facts of one expert find projects. */
export const applicationKeys = ({
  personId,
  nameKey,
  stays,
  works,
  coAuthors,
  requests,
}: KeyedFacts): string[] => [
  ...new Set([
    `p${personId}`,
    `a${nameKey}`,
    ...stays.map(({ unit }) => unit),
    ...works.map(({ key }) => key),
    ...coAuthors.map((one) => `n${one.nameKey}`),
    ...requests.flatMap((one) => (one.nameKey === null ? (one.unit ?? []) : `n${one.nameKey}`)),
  ]),
];

type ExpertKeys = {
  personId: number | null;
  nameKey: string;
  stays: readonly { unit: string }[];
  works: readonly { key: string }[];
  relations: readonly { nameKey: string | null; unit: string | null }[];
};

/** The keys to search in order to find the projects that concern one expert. */
export const expertKeys = ({ personId, nameKey, stays, works, relations }: ExpertKeys): string[] => [
  ...new Set([
    ...(personId === null ? [] : [`p${personId}`]),
    `n${nameKey}`,
    ...stays.map(({ unit }) => unit),
    ...works.map(({ key }) => key),
    ...relations.flatMap((one) => (one.nameKey === null ? (one.unit ?? []) : `a${one.nameKey}`)),
  ]),
];
