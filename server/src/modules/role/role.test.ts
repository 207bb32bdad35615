import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roleApi } from '@zhiping/shared/contracts/role.ts';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { createRole, createUser, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token: admin } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const permissions = ['roles:list', 'roles:add', 'roles:edit', 'roles:del'];
let number = 0;
const newRole = (change = {}) => ({
  name: `新角色${(number += 1)}`,
  level: 5,
  description: '',
  dataScope: '仅本人',
  depts: [],
  ...change,
});
const create = (body: Record<string, unknown>, token = admin) => server.call(roleApi.create, { token, body });
const read = async (id: number) => (await server.call(roleApi.read, { token: admin, params: { id } })).body;
/** An account of level 5 with the given scope and every permission on roles. */
const deputy = async (dataScope: '全部' | '本级' | '本级及以下' = '全部', deptId: number | null = null) => {
  const role = await createRole(server.db, { permissions, dataScope });
  return { ...(await signedIn(server.db, { roleIds: [role], deptId })), role };
};

test('create, read, change, delete', async () => {
  const { body } = await create(newRole({ name: '审核员', dataScope: '自定义', depts: [{ id: 2 }] }));
  expect(await read(body.id)).toMatchObject({
    name: '审核员',
    dataScope: '自定义',
    depts: [{ id: 2, name: '评审办公室' }],
    menus: [],
  });
  const change = { ...newRole({ name: '审核员二' }), id: body.id, version: 0 };
  expect((await server.call(roleApi.update, { token: admin, body: change })).status).toBe(204);
  expect(await read(body.id)).toMatchObject({ name: '审核员二', dataScope: '仅本人', depts: [] });
  expect((await server.call(roleApi.update, { token: admin, body: change })).error.code).toBe(
    'edit.conflict',
  );
  expect((await server.call(roleApi.remove, { token: admin, body: [body.id] })).status).toBe(200);
  expect((await server.call(roleApi.read, { token: admin, params: { id: body.id } })).status).toBe(404);
});

test('a taken name and an unknown department are reported on their field', async () => {
  expect((await create(newRole({ name: '评审办' }))).error.errors).toEqual([
    { field: 'name', message: '角色名称已存在' },
  ]);
  const { error } = await create(newRole({ dataScope: '自定义', depts: [{ id: 12_345_678 }] }));
  expect(error.errors).toEqual([{ field: 'depts', message: '所选部门不存在' }]);
});

test('a role in use or built in cannot be deleted', async () => {
  const role = await createRole(server.db);
  await createUser(server.db, { roleIds: [role] });
  const used = await server.call(roleApi.remove, { token: admin, body: [role] });
  expect([used.status, used.error.message]).toEqual([400, '所选角色存在 1 个用户关联，请解除后再试！']);
  expect((await server.call(roleApi.remove, { token: admin, body: [6] })).error.message).toContain(
    '内置角色',
  );
});

describe('rule of levels', () => {
  test('no account creates, changes or deletes a role above its own level, stored or sent', async () => {
    const { token } = await deputy();
    const [high, own] = [await createRole(server.db), await createRole(server.db)];
    await server.db.updateTable('role').set({ level: 2 }).where('id', '=', high).execute();
    expect((await create(newRole({ level: 4 }), token)).status).toBe(403);
    for (const body of [
      { ...newRole({ level: 9 }), id: high },
      { ...newRole({ level: 1 }), id: own },
    ])
      expect((await server.call(roleApi.update, { token, body })).status).toBe(403);
    expect((await server.call(roleApi.saveMenus, { token, body: { id: high, menus: [] } })).status).toBe(403);
    expect((await server.call(roleApi.remove, { token, body: [high] })).status).toBe(403);
    expect((await create(newRole({ level: 5 }), token)).status).toBe(201);
  });

  test('the level is the highest of all roles', async () => {
    const { token } = await signedIn(server.db, { roleIds: [5, 3] });
    expect((await server.call(roleApi.level, { token })).body).toEqual({ level: 3 });
  });
});

describe('rule of grants', () => {
  test.each([
    ['本级', '全部', 403],
    ['本级', '本级及以下', 403],
    ['本级', '本级', 201],
    ['本级', '仅本人', 201],
    ['本级及以下', '本级及以下', 201],
    ['全部', '全部', 201],
  ] as const)('who holds %s grants %s: %i', async (held, granted, status) => {
    const { token } = await deputy(held, await findSchoolId(server.db, '兰州大学'));
    expect((await create(newRole({ dataScope: granted }), token)).status).toBe(status);
  });

  test('自定义 only reaches departments that the grantor sees', async () => {
    const own = await findSchoolId(server.db, '中山大学');
    const { token } = await deputy('本级', own);
    expect((await create(newRole({ dataScope: '自定义', depts: [{ id: own }] }), token)).status).toBe(201);
    expect(
      (await create(newRole({ dataScope: '自定义', depts: [{ id: own }, { id: 2 }] }), token)).status,
    ).toBe(403);
  });

  test('menus that the grantor lacks can neither be added nor taken away', async () => {
    const { token, role: held } = await deputy();
    const target = await createRole(server.db, { permissions: ['subject:list'] });
    const own = (await read(held)).menus;
    const theirs = (await read(target)).menus;
    const save = (menus: object[], as = token) =>
      server.call(roleApi.saveMenus, { token: as, body: { id: target, menus } });
    expect((await save([...theirs, ...own])).status).toBe(204);
    expect((await save([...theirs, ...own, { id: 5 }])).status).toBe(403);
    expect((await save(own)).status).toBe(403);
    expect((await save([{ id: 5 }], admin)).status).toBe(204);
    expect((await read(target)).menus).toEqual([{ id: 5 }]);
  });

  test('each menu says whether the reader may hand it on', async () => {
    const { token, role: held } = await deputy();
    const { id: page, pid } = await server.db
      .selectFrom('menu')
      .select(['id', 'pid'])
      .where('component_name', '=', 'Role')
      .executeTakeFirstOrThrow();
    const menus = [...(await read(held)).menus, { id: page }];
    await server.call(roleApi.saveMenus, { token: admin, body: { id: held, menus } });
    const grants = async (as: string) => {
      const { body } = await server.call(menuApi.lazy, { token: as, query: { pid } });
      return body.map(({ id, can }) => [id, can.grant]);
    };
    const all = await grants(admin);
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(([, grant]) => grant === true)).toBe(true);
    expect(await grants(token)).toEqual(all.map(([id]) => [id, id === page ? true : '您没有']));
  });

  test('pickers only offer what may be granted', async () => {
    const { token } = await deputy();
    const { body } = await server.call(roleApi.all, { token });
    expect(body.map(({ id }) => id)).not.toContain(1);
    expect(body.map(({ id }) => id)).toContain(5);
    expect((await server.call(roleApi.all, { token: admin })).body.map(({ id }) => id)).toContain(1);
  });

  test('no account gives a menu a permission that it lacks', async () => {
    const role = await createRole(server.db, { permissions: ['menu:list', 'menu:add', 'menu:edit'] });
    const { token } = await signedIn(server.db, { roleIds: [role] });
    const button = { type: 2, title: '越权按钮', permission: 'admin' };
    expect((await server.call(menuApi.create, { token, body: button })).status).toBe(403);
  });
});
