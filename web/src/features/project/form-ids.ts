/** The id of the control at a path of the form. */
export const idOf = (path: string) => `field-${path.replaceAll('.', '-')}`;

/** A key for a new entry, which no other has. */
export const newKey = () => Math.random().toString(36).slice(2, 12);
