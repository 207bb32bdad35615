/** Whether one place of the form is the other, or within it. */
const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`);

/** Whether anything changed at the place of a reason: in it, or the whole around it. */
export const isAnswered = (reason: string, changed: readonly string[]): boolean =>
  changed.some((path) => isWithin(path, reason) || isWithin(reason, path));
