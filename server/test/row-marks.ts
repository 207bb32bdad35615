import type pg from 'pg';
import type { TestServer } from './harness.ts';

/** Tables that all calls or background work write: not part of a call's effect. */
const passing = new Set([
  'operation_log',
  'error_log',
  'login_log',
  'session',
  'audit_link',
  'audit_queue',
  'audit_head',
  'conflict_due',
  'conflict_run',
]);

export type RowMarks = Record<string, string>;

const tablesOf = async ({ pool }: TestServer) => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !passing.has(name));
};

/** Number of rows and last write of each of these tables, or of all. */
const markStatement = (names: readonly string[]) =>
  names
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ' rows, written by ' || coalesce(max(xmin::text::bigint), 0) as mark from "${name}"`,
    )
    .join(' union all ');

/** The one statement for all tables of a database, which every connection plans once. */
const statements = new WeakMap<object, string>();

const readMarks = async ({ pool }: TestServer, query: pg.QueryConfig): Promise<RowMarks> => {
  const { rows } = await pool.query<{ name: string; mark: string }>(query);
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
};

/** Equal before and after whatever changes nothing. */
export const rowMarks = async (server: TestServer): Promise<RowMarks> => {
  const text = statements.get(server.db) ?? markStatement(await tablesOf(server));
  statements.set(server.db, text);
  return readMarks(server, { name: 'row marks', text });
};

/** The same of these tables alone. */
export const rowMarksOf = (server: TestServer, names: readonly string[]) =>
  readMarks(server, { text: markStatement(names) });

/** The tables in which something was written between the two. */
export const writtenBetween = (before: RowMarks, after: RowMarks): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);
