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
      await sql`update job set job_sort = job_sort + 1 where id = ${ids[mine]}`.execute(tx);
      entered[mine]?.resolve();
      await entered[other]?.promise;
      await sql`update job set job_sort = job_sort + 1 where id = ${ids[other]}`.execute(tx);
    });
  const { rows } = await sql<{ id: number }>`insert into job (name, job_sort) values ('甲岗', 0), ('乙岗', 0)
    returning id`.execute(server.db);
  const ids = rows.map(({ id }) => id);
  await Promise.all([touch(0), touch(1)]);
  expect(tries.toSorted((a, b) => a - b)).toEqual([1, 2]);
  const sorts = await server.db.selectFrom('job').select('job_sort').where('id', 'in', ids).execute();
  expect(sorts.map((row) => row.job_sort)).toEqual([2, 2]);
});

test('anything else is told at once', async () => {
  let tries = 0;
  const working = inTransaction(server.db, async (tx) => {
    tries += 1;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(working).rejects.toMatchObject({ code: '22012' });
  expect(tries).toBe(1);
});
