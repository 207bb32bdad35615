import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Ordering, streamed } from './paginate.ts';
import type { Schema } from '../database/schema.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ordering = {
  sortable: { name: 'name' },
  order: [['id', 'desc']],
} satisfies Ordering<Schema, 'job'>;
const jobs = () => server.db.selectFrom('job').select('name').where('name', 'like', 'streamed%');
const nameOf = (index: number) => `streamed ${String(index).padStart(4, '0')}`;

test('a long export keeps its order, holds no connection while it is not read, and skips deleted rows', async () => {
  const names = Array.from({ length: 1203 }, (_, index) => nameOf(index));
  await server.db
    .insertInto('job')
    .values(names.map((name, index) => ({ name, job_sort: index % 7 })))
    .execute();
  const inOrder: string[] = [];
  for await (const { name } of streamed(jobs(), ['name,asc'], ordering)) {
    inOrder.push(name);
    expect(server.pool.idleCount).toBe(server.pool.totalCount);
    if (inOrder.length === 1)
      await server.db
        .deleteFrom('job')
        .where('name', 'in', [nameOf(3), nameOf(1200)])
        .execute();
  }
  // The first few hundred rows were read already.
  expect(inOrder).toEqual(names.filter((name) => name !== nameOf(1200)));
  const newestFirst: string[] = [];
  for await (const { name } of streamed(jobs(), undefined, ordering)) newestFirst.push(name);
  expect(newestFirst).toEqual(names.filter((name) => ![nameOf(3), nameOf(1200)].includes(name)).toReversed());
});
