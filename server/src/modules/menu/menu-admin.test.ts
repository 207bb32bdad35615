import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

let number = 0;
const directory = (change = {}) => ({
  type: 0,
  title: `目录${(number += 1)}`,
  path: `dir${number}`,
  pid: 0,
  ...change,
});
const page = (change = {}) => ({
  type: 1,
  title: `页面${(number += 1)}`,
  path: `page${number}`,
  component: 'subject/index',
  ...change,
});
const create = async (body: Record<string, unknown>) =>
  (await server.call(menuApi.create, { token, body })).body.id;
const lazy = async (pid: number) => (await server.call(menuApi.lazy, { token, query: { pid } })).body;
const listed = async (id: number) =>
  (await server.db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

test('a tree is read level by level, as a whole, and from below', async () => {
  const root = await create(directory());
  const [one, two] = [
    await create(directory({ pid: root, menuSort: 2 })),
    await create(page({ pid: root, menuSort: 1 })),
  ];
  const leaf = await create(page({ pid: one }));
  expect((await lazy(0)).map(({ id }) => id)).toContain(root);
  expect((await lazy(root)).map(({ id, leaf: isLeaf }) => [id, isLeaf])).toEqual([
    [two, true],
    [one, false],
  ]);
  const below = await server.call(menuApi.child, { token, query: { id: root } });
  expect(new Set(below.body)).toEqual(new Set([root, one, two, leaf]));
  const { body: trees } = await server.call(menuApi.superior, { token, body: [leaf] });
  const shown = trees.find(({ id }) => id === root);
  expect(shown?.children?.map(({ id }) => id)).toEqual([two, one]);
  expect(shown?.children?.[1]).not.toHaveProperty('children');
});

test('the list has the roots, and flat matches of a filter', async () => {
  const root = await create(directory({ title: '可搜目录' }));
  const child = await create(page({ pid: root, title: '可搜页面' }));
  const roots = await server.call(menuApi.list, { token, query: { size: 100 } });
  expect(roots.body.content.map(({ id }) => id)).toContain(root);
  expect(roots.body.content.map(({ id }) => id)).not.toContain(child);
  const found = await server.call(menuApi.list, { token, query: { blurry: '可搜' } });
  expect(new Set(found.body.content.map(({ id }) => id))).toEqual(new Set([root, child]));
});

test('types and flags may come as strings', async () => {
  const id = await create({ ...page(), type: '1', cache: 'true', hidden: 'false' });
  expect(await listed(id)).toMatchObject({ type: 1, cache: true, hidden: false });
});

describe('refuses on the field', () => {
  test.each([
    ['a title that is taken', () => page({ title: '学科目录' }), 'title', '菜单标题已存在'],
    [
      'a component name that is taken',
      () => page({ componentName: 'Subject' }),
      'componentName',
      '组件名称已存在',
    ],
    [
      'an external link without scheme',
      () => page({ iFrame: true, path: 'www.example.org' }),
      'path',
      '外链必须以http://或者https://开头',
    ],
    ['a page without component', () => page({ component: '' }), 'component', '请输入组件路径'],
    ['a page without path', () => page({ path: '' }), 'path', '请输入路由地址'],
    ['a button without permission', () => ({ type: 2, title: '空按钮' }), 'permission', '请选择权限标识'],
    [
      'a permission that does not exist',
      () => page({ permission: 'user:everything' }),
      'permission',
      '权限标识不在系统的权限清单中',
    ],
    ['an unknown parent', () => page({ pid: 87_654_321 }), 'pid', '上级菜单不存在'],
  ])('%s', async (_, menu, field, message) => {
    const { status, error } = await server.call(menuApi.create, { token, body: menu() });
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
  });
});

test('no circle: a menu hangs neither on itself nor on what is below it', async () => {
  const root = await create(directory());
  const child = await create(directory({ pid: root }));
  for (const pid of [root, child]) {
    const { status, error } = await server.call(menuApi.update, {
      token,
      body: { ...directory(), id: root, pid },
    });
    expect([status, error.errors?.[0]?.field]).toEqual([400, 'pid']);
  }
});

test('two moves at the same moment cannot close a circle', async () => {
  const [one, two] = [await create(directory()), await create(directory())];
  const move = (id: number, pid: number) =>
    server.call(menuApi.update, { token, body: { ...directory(), id, pid } });
  const answers = await Promise.all([move(one, two), move(two, one)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]));
});

test('deleting takes what is below and every link to a role along', async () => {
  const root = await create(directory());
  const child = await create(page({ pid: root }));
  const role = await createRole(server.db);
  await server.db
    .insertInto('role_menu')
    .values([
      { role_id: role, menu_id: root },
      { role_id: role, menu_id: child },
    ])
    .execute();
  expect((await server.call(menuApi.remove, { token, body: [root] })).status).toBe(200);
  expect([await listed(root), await listed(child)]).toEqual([null, null]);
  expect(await server.db.selectFrom('role_menu').selectAll().where('role_id', '=', role).execute()).toEqual(
    [],
  );
});

test('who lacks a menu can neither change nor delete it', async () => {
  const role = await createRole(server.db, { permissions: ['menu:list', 'menu:edit', 'menu:del'] });
  const editor = await signedIn(server.db, { roleIds: [role] });
  const id = await create(directory());
  expect(
    (await server.call(menuApi.update, { token: editor.token, body: { ...directory(), id } })).status,
  ).toBe(403);
  expect((await server.call(menuApi.remove, { token: editor.token, body: [id] })).status).toBe(403);
});
