import type { RawRow } from './validate-rows.ts';

type Part = { field: string; row: RawRow };

/** Longer texts are no name; normalising a long text takes long. */
const MAX_KEY = 100;

/** Written with other spaces or letters it is the same. */
const keyOf = (written: unknown) =>
  typeof written === 'string' && written.length <= MAX_KEY
    ? written.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
    : '';

/**
 * Rows of the main sheet with those of further sheets that name the same in the field `by`. A row that names nothing of
 * the main sheet stands for itself and is wrong.
 */
export const withFurther = (
  rows: readonly RawRow[],
  by: string,
  { parts, unknown }: { parts: readonly Part[]; unknown: string },
): RawRow[] => {
  const known = new Set(rows.map(({ values }) => keyOf(values[by])));
  const partsByKey = Map.groupBy(parts, ({ row }) => keyOf(row.values[by]));
  const own = rows.map((row) => {
    const found = partsByKey.get(keyOf(row.values[by])) ?? [];
    const fields = Map.groupBy(found, ({ field }) => field);
    return {
      ...row,
      parts: Object.fromEntries([...fields].map(([field, some]) => [field, some.map((one) => one.row)])),
    };
  });
  const lost = parts
    .filter(({ row }) => !known.has(keyOf(row.values[by])))
    .map(({ field, row }) => ({
      ...row,
      part: field,
      problem: { field: by, code: 'UNKNOWN_ROW', message: unknown },
    }));
  return [...own, ...lost];
};
