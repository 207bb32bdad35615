import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { inTransaction } from './db.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('two that wait for each other both come to an end', async () => {
  const entered = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const tries = [0, 0];
  const touch = (mine: number) =>
    inTransaction(server.db, async (tx) => {
      const other = 1 - mine;
      tries[mine] = (tries[mine] as number) + 1;
      await sql`update pair set touched = touched + 1 where id = ${mine}`.execute(tx);
      entered[mine]?.resolve();
      await entered[other]?.promise;
      await sql`update pair set touched = touched + 1 where id = ${other}`.execute(tx);
    });
  await server.pool.query('create table pair as select id, 0 as touched from (values (0), (1)) as rows (id)');
  await Promise.all([touch(0), touch(1)]);
  // Each may have to give way: the first to do so can take its row again before the other is awake.
  expect(Math.max(...tries)).toBeGreaterThan(1);
  const { rows } = await server.pool.query<{ touched: number }>('select touched from pair');
  expect(rows.map(({ touched }) => touched)).toEqual([2, 2]);
});

test('other errors are thrown at once', async () => {
  let tries = 0;
  const working = inTransaction(server.db, async (tx) => {
    tries += 1;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(working).rejects.toMatchObject({ code: '22012' });
  expect(tries).toBe(1);
});
