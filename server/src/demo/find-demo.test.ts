import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { DEMO_PASSWORD } from '../demo-password.ts';
import { createDb, createPool } from '../platform/database/db.ts';
import { DEMO_MARK, findDemo } from './find-demo.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  own = await createTestDatabase();
  pool = createPool(own.connection, 1);
});
afterAll(async () => {
  await pool.end();
  await own.drop();
});

test('accounts are offered of a demo alone, and none whose password the settings chose', async () => {
  const find = (env: Record<string, string>) => findDemo(createDb(pool), readConfig(env));
  await pool.query('delete from migration where name = $1', [DEMO_MARK]);
  expect(await find({})).toBeUndefined();
  await pool.query('insert into migration (name) values ($1)', [DEMO_MARK]);
  expect(await find({ NODE_ENV: 'production' })).toBeUndefined();
  const namesIn = async (env: Record<string, string>) =>
    (await find(env))?.accounts.map(({ username }) => username);
  expect(await find({})).toMatchObject({ password: DEMO_PASSWORD });
  expect(await namesIn({})).toEqual(expect.arrayContaining(['admin', 'office', 'expert002']));
  const chosen = await namesIn({ INITIAL_ADMIN_PASSWORD: 'Chosen-2026', INITIAL_PASSWORD: 'Chosen-2026' });
  expect(chosen).not.toContain('admin');
  expect(chosen).not.toContain('expert002');
  expect(chosen).toContain('office');
});
