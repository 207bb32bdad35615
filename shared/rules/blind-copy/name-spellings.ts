/** The readings of each character of a name in letters, ü as v; the surname has its own. */
export type NameReadings = {
  /** As it is written. */
  name: string;
  surname: readonly string[];
  /** Of each character of the given name. */
  given: readonly (readonly string[])[];
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

/**
 * A name in letters without spaces and marks, as somebody writes it: surname first and last, the given name whole and as
 * initials. Marks and spaces between the parts do not matter where it is looked for.
 */
export const spellingsInLetters = ({ surname, given }: NameReadings): string[] => {
  const found = new Set<string>();
  const surnames = [...new Set(surname.flatMap(spelled))];
  const givens = product(given.map((readings) => [...new Set(readings.flatMap(spelled))]));
  for (const family of surnames)
    for (const syllables of givens) {
      const whole = syllables.join('');
      const initials = syllables.map((syllable) => syllable[0]).join('');
      const first = `${syllables[0] ?? ''}${syllables
        .slice(1)
        .map((syllable) => syllable[0])
        .join('')}`;
      for (const own of new Set([whole, initials, initials[0] ?? '', first])) {
        if (own === '') continue;
        found.add(`${family}${own}`);
        found.add(`${own}${family}`);
      }
    }
  // So short that every second word would be one.
  return [...found].filter((spelling) => spelling.length > 2);
};
