import { setImmediate } from 'node:timers/promises';
import { askHidden, type Hidden, mayRead } from '../hidden-values.ts';
import type { Db, Tx } from '../database/db.ts';
import {
  type Problem,
  problemOf,
  problemsInOrder,
  type RawRow,
  type Report,
  reportRepeated,
  reportTaken,
  type RowRules,
  type Unique,
  validateRow,
  type Validated,
} from './validate-rows.ts';

export type Progress = (done: number, total: number) => void;

/** Mode of an import: only a report; or the good rows of a sheet that has bad ones too. */
export type Wanted = { dryRun?: boolean | undefined; partial?: boolean | undefined };

/** Checks a row against the registers: errors, and notes that do not refuse it. */
export type Look<T> = (value: T, report: Report, note: Report) => void;

/** Results of checking all rows, and a function that stores the good ones. */
export type Checked = {
  errors: Problem[];
  /** Notes on good rows, which do not refuse them. */
  notes: Problem[];
  failed: number;
  store: (tx: Tx, progress: Progress) => Promise<void>;
};

/** How rows of a kind come in: what they must be, what no two may share, and how they are stored. */
export type RowImport<T> = RowRules<T> & {
  uniques: readonly Unique<T>[];
  /** By the field of each unique its keys that the database has. */
  findTaken: (values: T[]) => Promise<Record<string, ReadonlySet<string>>>;
  /** For values whose existence is hidden; `isCounted` unless the actor's own lists show them. */
  hidden?: { of: (values: T[]) => Hidden; isCounted: boolean };
  /** Asked once for all rows that can be read, so that one run reports what is wrong with them too. */
  look?: (values: T[]) => Promise<Look<T>>;
  store: (tx: Tx, values: T[], progress: Progress) => Promise<void>;
};

/** Whether anything is stored at all: without `partial` a single mistake keeps everything out. */
export const isStorable = ({ total, failed }: { total: number; failed: number }, partial: boolean) =>
  failed === 0 || (partial && failed < total);

const TURN_MS = 20;

/** Look at rows one after the other without holding up whatever else the node does. */
const inTurns = async <Row, Result>(
  rows: readonly Row[],
  look: (row: Row) => Result,
  progress: Progress,
): Promise<Result[]> => {
  const results: Result[] = [];
  let turn = performance.now();
  for (const row of rows) {
    results.push(look(row));
    if (performance.now() - turn < TURN_MS) continue;
    progress(results.length, rows.length);
    await setImmediate();
    turn = performance.now();
  }
  return results;
};

/** Rows of one statement. */
const BATCH_SIZE = 1000;

/** Stores rows in batches and reports progress. */
export const inBatches = async <T>(
  values: T[],
  progress: Progress,
  store: (some: T[]) => Promise<unknown>,
  size = BATCH_SIZE,
) => {
  for (let start = 0; start < values.length; start += size) {
    await store(values.slice(start, start + size));
    progress(Math.min(values.length, start + size), values.length);
  }
};

const isBad = ({ problems }: Validated<unknown>) => problems.length > 0;
const valuesOf = <T>(rows: Validated<T>[]) => rows.flatMap(({ value }) => (value === null ? [] : [value]));

/**
 * Reports values that the database has already. For readers who may not see them never in a dry run, and only when the
 * other rows are stored, so that trying values leaves a trace.
 */
const lookForTaken = async <T>(
  db: Db,
  rows: Validated<T>[],
  { headers, uniques, findTaken, hidden }: RowImport<T>,
  { dryRun, partial = false }: Wanted,
) => {
  const values = valuesOf(rows);
  if (values.length === 0) return;
  const look = async () => {
    const taken = await findTaken(values);
    return uniques
      .map((unique) => reportTaken(headers, rows, unique, taken[unique.field] ?? new Set()))
      .reduce((sum, count) => sum + count, 0);
  };
  if (!hidden) return void (await look());
  const asked = hidden.of(values);
  const isStored = !dryRun && isStorable({ total: rows.length, failed: rows.filter(isBad).length }, partial);
  if (mayRead(asked.actor, asked.readableBy) || isStored)
    await askHidden(db, asked, look, (count) => (hidden.isCounted ? count : 0));
};

/** Checks all rows that can be read against the registers; returns the notes on good ones. */
const lookAtAll = async <T>(rows: Validated<T>[], { headers, look }: RowImport<T>): Promise<Problem[]> => {
  const read = rows.flatMap(({ legible, ...row }) => (legible === null ? [] : [{ ...row, legible }]));
  if (!look || read.length === 0) return [];
  const lookAt = await look(read.map(({ legible }) => legible));
  const notes: Problem[] = [];
  const reportTo =
    (row: number, into: Problem[]): Report =>
    (field, code, message, value) =>
      into.push(problemOf(headers, { row, field, code, message, value }));
  for (const { row, value, legible, problems } of read)
    lookAt(legible, reportTo(row, problems), value === null ? () => {} : reportTo(row, notes));
  return notes;
};

/** Look at every row of an import. */
export const checkRows = async <T>(
  db: Db,
  rows: readonly RawRow[],
  rules: RowImport<T>,
  { progress, wanted }: { progress: Progress; wanted: Wanted },
): Promise<Checked> => {
  const { headers } = rules;
  const validated = await inTurns(rows, (row) => validateRow(row, rules), progress);
  for (const unique of rules.uniques) reportRepeated(headers, validated, unique);
  await lookForTaken(db, validated, rules, wanted);
  const notes = await lookAtAll(validated, rules);
  const good = valuesOf(validated.filter((row) => !isBad(row)));
  return {
    errors: problemsInOrder(headers, validated),
    notes,
    failed: rows.length - good.length,
    store: (tx, told) => rules.store(tx, good, told),
  };
};
