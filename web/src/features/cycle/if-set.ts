/** An optional row of `Facts`. */
export const ifSet = (label: string, value: string | null) =>
  value === null ? [] : [[label, value] as const];
