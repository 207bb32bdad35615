/** Anything but white space and marks that no screen shows: of these a text may consist and look empty. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{Cc}\u2800]/u;

/** Whether somebody who looks at a text sees nothing. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A text as it is kept: what nobody sees is none. */
export const unlessBlank = (text: string): string => (isBlank(text) ? '' : text);
