import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type New = { type?: 'notice' | 'expertManual'; title: string; publishedAt?: Date; roles?: number[] };
const publish = async ({
  type = 'notice',
  title,
  publishedAt = new Date(Date.now() - 1000),
  roles = [],
}: New) => {
  const { id } = await server.db
    .insertInto('article')
    .values({ type, title, body: `<p>${title}</p>`, published_at: publishedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role of roles)
    await server.db.insertInto('article_role').values({ article_id: id, role_id: role }).execute();
  return id;
};

const readerOf = (role: number) => signedIn(server.db, { roleIds: [role] });
const canSee = async (token: string, id: number, title: string) => {
  const listed = await server.call(articleApi.list, { token, query: { blurry: title } });
  const read = await server.call(articleApi.read, { token, params: { id } });
  const inList = listed.body.content.some((article) => article.id === id);
  expect(read.status).toBe(inList ? 200 : 404);
  expect(listed.body.totalElements).toBe(inList ? 1 : 0);
  return inList;
};

describe('who sees what, in the list, its count and by id', () => {
  test.each([
    ['a notice for everybody', { title: '公开的通知' }, [3, 5, 6, 9], []],
    ['a notice for the office', { title: '评审办的通知', roles: [3] }, [3], [5, 6, 9]],
    [
      'a notice of tomorrow',
      { title: '明天的通知', publishedAt: new Date(Date.now() + 86_400_000) },
      [],
      [1, 3, 5, 6],
    ],
    ['the expert manual', { type: 'expertManual', title: '手册' }, [6], [1, 2, 3, 4, 5, 9]],
    [
      'an expert manual for others by mistake',
      { type: 'expertManual', title: '误发的手册', roles: [3] },
      [],
      [3, 6],
    ],
  ] as const)('%s', async (_, article, readers, others) => {
    const id = await publish({ ...article, roles: 'roles' in article ? [...article.roles] : [] });
    for (const role of readers)
      expect(await canSee((await readerOf(role)).token, id, article.title), `role ${role}`).toBe(true);
    for (const role of others)
      expect(await canSee((await readerOf(role)).token, id, article.title), `role ${role}`).toBe(false);
  });
});
