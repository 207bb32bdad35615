import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from './factories.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { stockClient } from './stock-client-helpers.ts';

let server: TestServer;
let admin: { id: number; username: string; token: string };
let client: ReturnType<typeof stockClient>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn(server.db, { roleIds: [1], deptId: 2, username: 'stock-admin' });
  client = stockClient(server, admin.token);
});
afterAll(() => server.close());

test('a page that a role holds without its directory stands in the directory', async () => {
  type Node = { name: string; component?: string; children?: Node[] };
  const { id: pageId } = await server.db
    .selectFrom('menu')
    .select('id')
    .where('component', '=', 'system/user/index')
    .executeTakeFirstOrThrow();
  const role = await client.create('api/roles', { name: '只有页面', level: 5, dataScope: '本级', depts: [] });
  await client.update('api/roles/menu', { id: role, menus: [{ id: pageId }] });
  const { token } = await signedIn(server.db, { roleIds: [role], deptId: 2 });
  const { body } = await client.send('GET', 'api/menus/build', undefined, token);
  expect(body).toMatchObject([
    { meta: { title: '系统管理' }, children: [{ component: 'system/user/index' }] },
  ]);
  expect((body as Node[])[0]?.children).toHaveLength(1);
});

test('menus that lead to no page of the client can be left out for it', async () => {
  const office = await startTestServer({ connection: server.connection, env: { STOCK_MENUS: 'true' } });
  type Node = { component?: string; children?: Node[] | null };
  const pagesOf = (nodes: Node[]): string[] =>
    nodes.flatMap(({ component = '', children }) => (children ? pagesOf(children) : [component]));
  const pages = async (query: string) =>
    pagesOf((await stockClient(office, admin.token).send('GET', `api/menus/build${query}`)).body);
  const [stock, own] = [await pages(''), await pages('?all=true')];
  expect(stock).toContain('system/user/index');
  expect(stock.filter((page) => !/^(system|monitor|tools)\//.test(page))).toEqual([]);
  expect(own.length).toBeGreaterThan(stock.length);
  expect(pagesOf(await client.read('api/menus/build'))).toEqual(own);
  await office.close();
});

test('trees answer whole levels whatever size is sent', async () => {
  const below = await client.read('api/dept', { pid: 30, page: 0, size: 10 });
  expect(below.content).toHaveLength(below.totalElements);
  expect(below.content.length).toBeGreaterThan(1000);
  const menus = await client.read('api/menus', { page: 0, size: 1 });
  expect(menus.content).toHaveLength(menus.totalElements);
  const paged = await client.read('api/dept', { pid: 30, page: 1, size: 10, paged: true });
  expect(paged.content).toHaveLength(10);
});

test('the dictionaries of states are built in', async () => {
  const { content } = await client.list('api/dict', { blurry: '_status' });
  expect(content).toHaveLength(3);
  for (const dict of content) {
    expect(await client.send('DELETE', 'api/dict', [dict.id])).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('内置字典') },
    });
    const details = await client.read('api/dictDetail', { dictName: dict['name'], page: 0, size: 10 });
    expect((await client.send('DELETE', `api/dictDetail/${details.content[0]?.id}`)).status).toBe(400);
  }
});
