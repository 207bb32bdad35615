import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { requireSound } from './require-sound.ts';

let client: pg.Client;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  client = new pg.Client(database.connection);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

test('a database of this version passes without a word', async () => {
  const warn = vi.fn<(warning: string) => void>();
  await requireSound(client, { warn });
  expect(warn).not.toHaveBeenCalled();
});

test('a clock that is ten minutes off is told', async () => {
  const warn = vi.fn<(warning: string) => void>();
  await requireSound(client, { warn, clock: { now: () => new Date(Date.now() + 600_000) } });
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^注意：本机时钟比数据库快 (599|600|601) 秒/));
});

test('a database that a newer version has brought up to date is refused', async () => {
  await client.query(`insert into migration (name) values ('9999_of_next_year')`);
  await expect(requireSound(client, { warn: () => {} })).rejects.toThrow(
    '数据库已由更新的版本升级（9999_of_next_year）',
  );
});

test.each([
  [{ encoding: 'SQL_ASCII', version: 17 }, '数据库的编码是 SQL_ASCII，须为 UTF8'],
  [{ encoding: 'UTF8', version: 14 }, '数据库是 PostgreSQL 14，须为 15 或更高版本'],
])('%j is refused', async (row, words) => {
  const query = async () => ({ rows: [{ ...row, at: new Date() }] });
  await expect(requireSound({ query } as never, { warn: () => {} })).rejects.toThrow(words);
});
