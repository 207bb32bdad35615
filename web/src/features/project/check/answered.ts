/** Whether one path of the form equals the other or lies within it. */
const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`);

/** Whether anything changed at the path of a reason, inside it or around it. */
export const isAnswered = (reason: string, changed: readonly string[]): boolean =>
  changed.some((path) => isWithin(path, reason) || isWithin(reason, path));
