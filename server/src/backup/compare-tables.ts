import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Manifest } from './manifest.ts';
import { RestoreError } from './restore-error.ts';
import { findTables, quoted, type Table } from './tables.ts';

/** Tables whose rows come, change and go by themselves while the product runs. */
const PASSING = new Set([
  'audit_queue',
  'backup_run',
  'captcha',
  'conflict_due',
  'conflict_found',
  'conflict_run',
  'data_version',
  'export_file',
  'hidden_value_check',
  'login_failure',
  'one_time_code',
  'outbox',
  'session',
  'task',
  'task_input',
  'timing_job',
  'upload',
]);

type Counts = { added: number; changed: number; removed: number };
type Compared = { table: string } & (Counts | { problem: string });

/**
 * Compare the rows of an archive with those of a database, row by row with the primary key, in one snapshot. `directory` has the
 * dumps of the archive. They are loaded into a temporary table; nothing is changed.
 */
export const compareTables = async (
  connection: pg.ClientConfig,
  manifest: Manifest,
  directory: string,
): Promise<Compared[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const actual = new Map((await findTables(client)).map((table) => [table.name, table]));
    if (actual.size === 0) throw new RestoreError('数据库是空的，没有可以比较的内容；请核对 DATABASE_URL');
    const compared: Compared[] = [];
    for (const dumped of manifest.tables) {
      if (PASSING.has(dumped.name)) continue;
      const table = actual.get(dumped.name);
      const isSame = table?.columns.map(({ name }) => name).join() === dumped.columns.join();
      const result =
        table && isSame
          ? await compareRows(client, table, join(directory, dumped.entry.path))
          : { problem: '结构与备份时不同，没有逐行比较' };
      compared.push({ table: dumped.name, ...result });
    }
    return compared;
  } finally {
    await client.end();
  }
};

const compareRows = async (client: pg.Client, table: Table, dump: string): Promise<Counts> => {
  const columns = quoted(table);
  await client.query(
    `create temporary table backup_rows as select ${columns} from "${table.name}" with no data`,
  );
  await pipeline(createReadStream(dump), client.query(copyFrom(`copy backup_rows (${columns}) from stdin`)));
  const keys = await findKeys(client, table);
  const row = (alias: string) =>
    `row(${table.columns.map(({ name }) => `${alias}."${name}"`).join(', ')})::text`;
  const { rows } = await client.query<Counts>(
    `select count(*) filter (where b."${keys[0]}" is null)::int as added,
       count(*) filter (where t."${keys[0]}" is null)::int as removed,
       count(*) filter (where b."${keys[0]}" is not null and t."${keys[0]}" is not null and ${row('b')} <> ${row('t')})::int as changed
     from "${table.name}" t full join backup_rows b using (${keys.map((key) => `"${key}"`).join(', ')})`,
  );
  await client.query('drop table backup_rows');
  return rows[0]!;
};

/** The columns of the primary key. */
const findKeys = async (client: pg.Client, { name }: Table): Promise<string[]> => {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = $1::regclass and indisprimary`,
    [name],
  );
  if (rows.length === 0) throw new Error(`数据表 ${name} 没有主键，无法逐行比较`);
  return rows.map(({ column }) => column);
};
