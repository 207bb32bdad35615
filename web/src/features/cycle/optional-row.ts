/** An optional row of `Facts`. */
export const optionalRow = (label: string, value: string | null) =>
  value === null ? [] : [[label, value] as const];
