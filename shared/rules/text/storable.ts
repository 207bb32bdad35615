/** Without what no database keeps and no screen shows: NUL and halves of characters, which come with what is pasted. */
export const storable = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '');
