import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deptApi, type DeptTree } from '@zhiping/shared/contracts/dept.ts';
import { createRole, createUser, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token: admin } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

let number = 0;
const newDept = (change = {}) => ({ name: `部门${(number += 1)}`, pid: 1, deptSort: number, ...change });
const create = async (change = {}, token = admin) =>
  (await server.call(deptApi.create, { token, body: newDept(change) })).body.id;
const list = async (query: Record<string, unknown> = {}, token = admin) =>
  (await server.call(deptApi.list, { token, query })).body;
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

const officerOf = async (school: string) => {
  const deptId = await findSchoolId(server.db, school);
  const role = await createRole(server.db, {
    permissions: ['dept:list', 'dept:add', 'dept:edit', 'dept:del'],
    dataScope: '本级及以下',
  });
  return { ...(await signedIn(server.db, { roleIds: [role], deptId })), deptId };
};

test('without a filter the roots; children by pid; matches by name and pinyin', async () => {
  expect(ids((await list()).content)).toEqual([1, 20, 30, 12_350_089]);
  expect(ids((await list({ pid: 1 })).content).slice(0, 3)).toEqual([2, 3, 4]);
  expect((await list({ name: 'psbgs' })).content.map(({ name }) => name)).toEqual(['评审办公室']);
  expect((await list({ pid: 30, size: 1 })).content[0]).toMatchObject({
    name: '北京大学',
    hasChildren: false,
    leaf: true,
  });
});

test('superior trees', async () => {
  const parent = await create();
  const [one, two] = [await create({ pid: parent }), await create({ pid: parent })];
  const child = await create({ pid: one });
  const superior = await server.call(deptApi.superior, { token: admin, body: [one] });
  const shown = (tree: { body: { content: DeptTree[] } }) =>
    tree.body.content.find(({ id }) => id === 1)?.children?.find(({ id }) => id === parent);
  expect(ids(shown(superior)?.children ?? [])).toEqual([one, two]);
  const without = await server.call(deptApi.superior, {
    token: admin,
    query: { exclude: true },
    body: [one],
  });
  expect(ids(shown(without)?.children ?? [])).toEqual([two]);
  const opened = await server.call(deptApi.superior2, { token: admin, body: [one] });
  expect(ids(shown(opened)?.children?.[0]?.children ?? [])).toEqual([child]);
});

describe('data scope', () => {
  test('the tree starts at the own school and holds nothing else', async () => {
    const { token, deptId } = await officerOf('吉林大学');
    const child = await create({ pid: deptId });
    expect(ids((await list({}, token)).content)).toEqual([deptId]);
    expect(ids((await list({ pid: deptId }, token)).content)).toEqual([child]);
    expect((await list({ pid: 1 }, token)).totalElements).toBe(0);
    expect((await list({ name: '评审' }, token)).totalElements).toBe(0);
    const superior = await server.call(deptApi.superior, { token, body: [child] });
    expect(JSON.stringify(superior.body)).not.toContain('评审办公室');
  });

  test('nothing outside is created, changed, moved to or deleted', async () => {
    const { token, deptId } = await officerOf('安徽大学');
    const inside = await create({ pid: deptId }, token);
    expect(inside).toBeGreaterThan(0);
    const statuses = await Promise.all([
      server.call(deptApi.create, { token, body: newDept({ pid: 1 }) }),
      server.call(deptApi.create, { token, body: newDept({ pid: 0 }) }),
      server.call(deptApi.update, { token, body: { ...newDept(), id: 2 } }),
      server.call(deptApi.update, { token, body: { ...newDept({ pid: 2 }), id: inside } }),
      server.call(deptApi.remove, { token, body: [2] }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('refuses', () => {
  test("a save over another user's change", async () => {
    const id = await create();
    const change = (name: string) =>
      server.call(deptApi.update, { token: admin, body: { ...newDept({ name }), id, version: 0 } });
    const [first, second] = [`先 ${id}`, `后 ${id}`];
    expect((await change(first)).status).toBe(204);
    const { status, error } = await change(second);
    expect([status, error.code]).toEqual([409, 'edit.conflict']);
    const stored = server.db.selectFrom('dept').select('name').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ name: first });
  });

  test('circles', async () => {
    const parent = await create();
    const child = await create({ pid: parent });
    const { error } = await server.call(deptApi.update, {
      token: admin,
      body: { ...newDept({ pid: child }), id: parent },
    });
    expect(error.errors).toEqual([{ field: 'pid', message: '上级不能为自己或自己的下级' }]);
  });

  test('deleting what is in use, below too, and says how much', async () => {
    const parent = await create();
    const child = await create({ pid: parent });
    await createUser(server.db, { deptId: child });
    const used = await server.call(deptApi.remove, { token: admin, body: [parent] });
    expect(used.error.message).toBe('所选部门存在用户关联，请解除后再试！（1 个用户）');
    const other = await create();
    await createRole(server.db, { dataScope: '自定义', deptIds: [other] });
    expect((await server.call(deptApi.remove, { token: admin, body: [other] })).error.message).toContain(
      '角色关联',
    );
  });

  test('moving and deleting the departments of the specification', async () => {
    for (const id of [20, 30, 12_350_089]) {
      expect((await server.call(deptApi.remove, { token: admin, body: [id] })).error.message).toBe(
        '内置部门不能删除',
      );
      const moved = await server.call(deptApi.update, { token: admin, body: { ...newDept({ pid: 1 }), id } });
      expect(moved.error.errors?.[0]?.message).toBe('内置部门不能移动');
    }
  });
});

test('deleting takes what is below along', async () => {
  const parent = await create();
  const child = await create({ pid: parent });
  expect((await server.call(deptApi.remove, { token: admin, body: [parent] })).status).toBe(200);
  expect(
    await server.db.selectFrom('dept').select('id').where('id', 'in', [parent, child]).execute(),
  ).toEqual([]);
});

test('a filter by state finds every match with the way to it, within what the reader may see', async () => {
  const parent = await create({ name: '链上处' });
  const child = await create({ name: '链下科', pid: parent, enabled: false });
  const off = await list({ enabled: false, flat: true, size: 1000 });
  expect(off.content.find(({ id }) => id === child)?.chain).toMatch(/ › 链上处$/);
  const on = await list({ enabled: true, flat: true, size: 1 });
  expect(on.totalElements).toBeGreaterThan((await list({ enabled: true })).totalElements);
  // Pickers of stock clients go on to get the roots.
  expect(ids((await list({ enabled: true })).content)).toEqual([1, 20, 30, 12_350_089]);

  const officer = await officerOf('复旦大学');
  const unit = await create({ name: '复旦下属', pid: officer.deptId });
  const seen = (await list({ enabled: true, flat: true }, officer.token)).content;
  expect(seen.find(({ id }) => id === unit)?.chain).toBe('复旦大学');
  expect(seen.find(({ id }) => id === officer.deptId)?.chain).toBeNull();
});
