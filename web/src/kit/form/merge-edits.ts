type Values = Record<string, unknown>;

/** To a form, a missing field and null are the same. */
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export const changedFields = (before: Values, after: Values): string[] =>
  Object.keys(after).filter((name) => !isSame(before[name], after[name]));

/**
 * Merges the user's edits into the version that was saved meanwhile: fields that the user did not touch take its
 * values.
 */
export const mergeEdits = (base: Values, mine: Values, latest: Values): Values =>
  Object.fromEntries(
    Object.keys(latest).map((name) => {
      const isUntouched = !(name in mine) || isSame(mine[name], base[name]);
      return [name, isUntouched ? latest[name] : mine[name]];
    }),
  );

const hasName = (value: unknown) => typeof value === 'object' && value !== null && 'name' in value;

const listInWords = (values: readonly unknown[]) => {
  if (values.length === 0) return '（空）';
  return values.every(hasName) ? values.map(valueInWords).join('、') : `共 ${values.length} 项`;
};

/** A form value in words, for comparison with the typed one. */
export const valueInWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '（空）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return listInWords(value);
  if (typeof value !== 'object') return String(value);
  return 'name' in value ? String(value.name) : '已修改';
};
