type Values = Record<string, unknown>;

/** Absent and null are the same to a form. */
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export const changedFields = (before: Values, after: Values): string[] =>
  Object.keys(after).filter((name) => !isSame(before[name], after[name]));

/** Somebody's edits put upon the version that somebody else saved meanwhile: what he left alone is taken from there. */
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
  return values.every(hasName) ? values.map(inWords).join('、') : `共 ${values.length} 项`;
};

/** A value of a form in words, to compare it with what was typed. */
export const inWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '（空）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return listInWords(value);
  if (typeof value !== 'object') return String(value);
  return 'name' in value ? String(value.name) : '已修改';
};
