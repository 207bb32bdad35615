import type { TestServer } from './harness.ts';

/** What every call leaves, or what goes on behind it: no part of what a call does. */
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

/** The one statement for all tables of a database, which every connection plans once. */
const statements = new WeakMap<object, string>();

/** Of every table how many rows it has and when it was last written: equal before and after whatever changes nothing. */
export const rowMarks = async (server: TestServer): Promise<RowMarks> => {
  const { db, pool } = server;
  const text =
    statements.get(db) ??
    (await tablesOf(server))
      .map(
        (name) =>
          `select '${name}' as name, count(*) || ' rows, written by ' || coalesce(max(xmin::text::bigint), 0) as mark from "${name}"`,
      )
      .join(' union all ');
  statements.set(db, text);
  const { rows } = await pool.query<{ name: string; mark: string }>({ name: 'row marks', text });
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
};

/** The tables in which something was written between the two. */
export const writtenBetween = (before: RowMarks, after: RowMarks): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);
