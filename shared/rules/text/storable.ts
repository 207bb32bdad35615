/** Without what no database keeps and no screen shows: NUL and halves of characters, which come with what is pasted. */
export const storable = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '');

/** The first character, whole where it takes two code units, as rare ones of names do; empty of an empty text. */
export const firstCharacter = (text: string): string => Array.from(text)[0] ?? '';

/** At most `max` code units of a text; a character that would be cut in two is left out. */
export const cutText = (text: string, max: number): string => storable(text.slice(0, max));
