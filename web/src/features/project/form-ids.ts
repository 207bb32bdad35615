/** The DOM id of the control at a path of the form. */
export const idOf = (path: string) => `field-${path.replaceAll('.', '-')}`;

/** A unique key for a new entry. */
export const newKey = () => Math.random().toString(36).slice(2, 12);
