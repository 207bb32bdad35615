/** Anything but white space and marks that no screen shows: of these a text may consist and look empty. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{Cc}\u2800]/u;

/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A text for storage: an invisible one is empty. */
export const unlessBlank = (text: string): string => (isBlank(text) ? '' : text);
