import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { paginateLarge } from './paginate-large.ts';
import type { Ordering } from './paginate.ts';
import type { Schema } from '../database/schema.ts';

const ROWS = 5678;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.db
    .insertInto('job')
    .values(Array.from({ length: ROWS }, (_, index) => ({ name: `大 ${index}`, job_sort: index % 7 })))
    .execute();
});
afterAll(() => server.close());

const ordering = {
  sortable: { order: 'job_sort', name: 'name' },
  order: [['id', 'desc']],
} satisfies Ordering<Schema, 'job'>;

const jobs = (pattern: string) =>
  server.db.selectFrom('job').select(['id', 'name', 'job_sort as order']).where('name', 'like', pattern);

/** Pages of a list one after another. */
const allPages = async (pattern: string, sort: string[] | undefined, size: number) => {
  const ids: number[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await paginateLarge(
      { db: server.db, query: jobs(pattern), ordering },
      { page, size, sort },
    );
    ids.push(...content.map(({ id }) => id));
    if ((page + 1) * size >= totalElements) return { ids, totalElements };
  }
};

const orders: [string, string[] | undefined, string][] = [
  ['no order asked', undefined, 'id desc'],
  ['one with many equals', ['order,asc'], 'job_sort, id'],
  ['its reverse', ['order,desc'], 'job_sort desc, id desc'],
  ['two', ['order,desc', 'name,asc'], 'job_sort desc, name, id'],
];
const sets: [string, string, number][] = [
  ['few rows', '大 1%', 1111],
  ['rows far from both ends', '大 %', ROWS],
  ['one page', '大 77', 1],
  ['no rows', '小 %', 0],
];

test.each(orders.flatMap((order) => sets.map((set) => [...order, ...set] as const)))(
  'pages of %s (%j, %s) for %s show every row once, in its order',
  async (_order, sort, orderBy, _set, pattern, count) => {
    const { rows } = await server.pool.query<{ id: number }>(
      `select id from job where name like $1 order by ${orderBy}`,
      [pattern],
    );
    const found = await allPages(pattern, sort, 500);
    expect(found.totalElements).toBe(count);
    expect(found.ids).toEqual(rows.map(({ id }) => id));
  },
);
