import type { z } from 'zod';
import type { ImportReport } from '@zhiping/shared/import-report.ts';
import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import { isErrorCell } from '@zhiping/shared/rules/text/error-cell.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';

/** One row as it was written, before anything is known of it. `row` is what the sender calls it. */
export type RawRow = {
  row: number;
  /** The sheet where it is a further one. */
  sheet?: string;
  values: Record<string, unknown>;
  /** Rows of further sheets that belong to it, by the field that they fill. */
  parts?: Readonly<Record<string, readonly RawRow[]>>;
  /** Of a row of a further sheet that belongs to no other row: the field that it would fill. */
  part?: string;
  /** Problem of the sheet before any row is read. */
  problem?: { field: string; code: string; message: string };
};
export type Problem = ImportReport['errors'][number];

/** One row as what it stands for, or all that is wrong with it. `legible`: as far as it can be read with its problems. */
export type Validated<T> = { row: number; value: T | null; legible: T | null; problems: Problem[] };

/** Meaning of a written name, or why it has none. `instead` keeps the schema from reporting it again. */
export type Meaning = { value: unknown } | { code: string; message: string; instead: unknown };

/** Headers of a sheet by the field of the schema that each fills: `schoolId`, `subjects.0`. */
export type Headers = Readonly<Record<string, string>>;

/** Reports a problem of a field of a row. */
export type Report = (field: string, code: string, message: string, shown: unknown) => void;

/** How rows are read. */
export type RowRules<T> = {
  headers: Headers;
  schema: z.ZodType<T>;
  /** By field what a name that is written there means; empty cells have no meaning. */
  finds?: Record<string, (written: string) => Meaning>;
  /** Input of the schema, if it differs from the fields with their meanings. */
  inputOf?: (values: Record<string, unknown>) => unknown;
  /** Further codes than INVALID for what the schema finds wrong. */
  codeOf?: (field: string, problem: string | undefined) => string | undefined;
  /** Checks beyond the schema. */
  check?: (value: T, report: Report) => void;
  /** How the rows of further sheets are read, by the field that they fill. */
  parts?: Readonly<Record<string, RowRules<unknown>>>;
};

/** A value that must be unique among the rows. */
export type Unique<T> = {
  field: string;
  keyOf: (value: T) => string | undefined;
  /** Displayed form of the value, if it differs from the key. */
  shownOf?: (value: T) => string;
  /** After 「与第 2 行的」. */
  noun: string;
  /** Said where the database has it already. */
  taken: string;
};

const isIdCardLike = (text: string) => /^\s*\d{15,17}[\dXx]\s*$/.test(text);

/** Displayed form of a wrong value; even a wrong identity number is masked. */
const shown = (field: string, value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if ((field !== 'idCard' && !isIdCardLike(text)) || text.length <= 8) return cutText(text, 60);
  return maskIdCard(cutText(text, 30));
};

/** The header of a field; of a group of fields that of its first. */
const headerOf = (headers: Headers, field: string) =>
  headers[field] ?? Object.entries(headers).find(([name]) => name.startsWith(`${field}.`))?.[1];

export const problemOf = (
  headers: Headers,
  { row, sheet, field, value, code, message }: Omit<Problem, 'value'> & { value: unknown },
): Problem => {
  const column = headerOf(headers, field);
  const place = { row, ...(sheet !== undefined && { sheet }) };
  return { ...place, field, ...(column && { column }), value: shown(field, value), code, message };
};

/** The field that an issue is about: `subjects.0` where that has a column of its own, else the first of its path. */
const fieldOf = (headers: Headers, path: readonly PropertyKey[]) => {
  const two = path.slice(0, 2).map(String).join('.');
  return Object.hasOwn(headers, two) ? two : String(path[0]);
};

/** One row by its headers and its schema. What is no text is left to the schema. */
export const validateRow = <T>(raw: RawRow, rules: RowRules<T>): Validated<T> => {
  const { row, sheet, values } = raw;
  const { headers, schema, finds = {}, inputOf = (given) => given, codeOf, check } = rules;
  const problems: Problem[] = [];
  const report = (field: string, code: string, message: string, value: unknown) =>
    problems.push(
      problemOf(headers, { row, ...(sheet !== undefined && { sheet }), field, value, code, message }),
    );
  if (raw.problem) {
    const { field, code, message } = raw.problem;
    report(field, code, message, values[field]);
    const part = raw.part === undefined ? undefined : rules.parts?.[raw.part];
    const { problem: _reported, ...rest } = raw;
    if (part) problems.push(...validateRow(rest, part).problems);
    return { row, value: null, legible: null, problems };
  }
  const failed = Object.keys(values).filter((field) => isErrorCell(values[field]));
  /** Fields whose cells are reported already: the schema does not ask for them again. */
  const reported = new Set(failed);
  for (const field of failed)
    report(field, 'ERROR_CELL', '单元格是公式的错误值，请改正后再导入', values[field]);
  const meant: Record<string, unknown> = {
    ...values,
    ...Object.fromEntries(failed.map((field) => [field, ''])),
  };
  for (const [name, part] of Object.entries(rules.parts ?? {})) {
    const validated = (raw.parts?.[name] ?? []).map((one) => validateRow(one, part));
    problems.push(...validated.flatMap((one) => one.problems));
    meant[name] = validated.flatMap(({ value }) => (value === null ? [] : [value]));
  }
  for (const [field, find] of Object.entries(finds)) {
    const given = meant[field];
    const written = typeof given === 'number' ? String(given) : given;
    if (typeof written !== 'string' || written.trim() === '') continue;
    const meaning = find(written);
    meant[field] = 'value' in meaning ? meaning.value : meaning.instead;
    if (!('code' in meaning)) continue;
    report(field, meaning.code, meaning.message, given);
    reported.add(field);
  }
  const parsed = schema.safeParse(inputOf(meant));
  if (parsed.success) check?.(parsed.data, report);
  else
    for (const issue of parsed.error.issues) {
      const field = fieldOf(headers, issue.path);
      if (reported.has(field)) continue;
      const problem = issue.code === 'custom' ? (issue.params?.['problem'] as string | undefined) : undefined;
      report(field, codeOf?.(field, problem) ?? 'INVALID', issue.message, values[field]);
    }
  const legible = parsed.success ? parsed.data : null;
  return { row, value: problems.length === 0 ? legible : null, legible, problems };
};

const reportUnique = <T>(
  headers: Headers,
  { row, value, problems }: Validated<T>,
  { field, keyOf, shownOf = (one) => keyOf(one) ?? '' }: Unique<T>,
  [code, message]: [string, string],
) => {
  if (value === null || problems.some((problem) => problem.field === field)) return;
  problems.push(problemOf(headers, { row, field, value: shownOf(value), code, message }));
};

/** Reports values of an earlier row of the same sheet. */
export const reportRepeated = <T>(headers: Headers, rows: readonly Validated<T>[], unique: Unique<T>) => {
  const firstRow = new Map<string, number>();
  for (const one of rows) {
    const key = one.value === null ? undefined : unique.keyOf(one.value);
    if (key === undefined) continue;
    const before = firstRow.get(key);
    if (before === undefined) firstRow.set(key, one.row);
    else reportUnique(headers, one, unique, ['DUPLICATE_IN_FILE', `与第 ${before} 行的${unique.noun}相同`]);
  }
};

/** Reports values that the database has already; returns the number of rows. */
export const reportTaken = <T>(
  headers: Headers,
  rows: readonly Validated<T>[],
  unique: Unique<T>,
  taken: ReadonlySet<string>,
): number => {
  const known = rows.filter(({ value }) => value !== null && taken.has(unique.keyOf(value) ?? ''));
  for (const one of known) reportUnique(headers, one, unique, ['TAKEN', unique.taken]);
  return known.length;
};

/** Those of further sheets stand behind, in their own order. */
const positionIn = (order: readonly string[], { sheet, field }: Problem) =>
  sheet === undefined ? order.indexOf(field) : order.length;

/** All that was found, by row and then by column, as the sheet is read. */
export const problemsInOrder = (headers: Headers, rows: readonly Validated<unknown>[]): Problem[] => {
  const order = Object.keys(headers);
  return rows.flatMap(({ problems }) =>
    problems.toSorted((a, b) => positionIn(order, a) - positionIn(order, b)),
  );
};
