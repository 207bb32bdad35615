import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { type UserWrite, userApi } from '@zhiping/shared/contracts/user.ts';
import type { z } from 'zod';
import { createRole, createUser, findSchoolId, openTestSession, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { signIn } from '../../../test/sign-in-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { writeSheet } from '../../platform/sheets/sheet-writer.ts';
import { columns } from './import-users.ts';

const INITIAL = 'Initial-Word-2026';
let server: TestServer;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ env: { INITIAL_PASSWORD: INITIAL } });
  admin = await signedIn(server.db, { roleIds: [1] });
});
afterAll(() => server.close());

const all = ['user:list', 'user:add', 'user:edit', 'user:del'];
let number = 0;
const newUser = (change: Partial<z.input<typeof UserWrite>> = {}) => {
  number += 1;
  return {
    username: `new${number}`,
    nickName: `新人${number}`,
    gender: '女' as const,
    phone: `186${String(number).padStart(8, '0')}`,
    email: `new${number}@example.org`,
    enabled: true,
    dept: { id: 1 },
    roles: [{ id: 5 }],
    jobs: [],
    ...change,
  };
};

const create = (body: object, token = admin.token) =>
  server.call(userApi.create, { token, body: body as never });
const update = (body: object, token = admin.token) =>
  server.call(userApi.update, { token, body: body as never });
const find = async (id: number, token = admin.token) =>
  (await server.call(userApi.list, { token, query: { id } })).body.content[0];
const writeOf = async (id: number) => {
  const user = await find(id);
  return { ...newUser(), ...user, dept: { id: user?.dept?.id ?? 1 } };
};

/** An officer of one school with every permission on users, who may grant the plain role. */
const officerOf = async (school: string) => {
  const deptId = await findSchoolId(server.db, school);
  const role = await createRole(server.db, { permissions: all, dataScope: '本级及以下' });
  return { ...(await signedIn(server.db, { roleIds: [role], deptId })), deptId, role };
};

test('a new user signs in with the initial password and must change it', async () => {
  const user = newUser();
  const { status, body } = await create(user);
  expect(status).toBe(201);
  expect(await find(body.id)).toMatchObject({
    username: user.username,
    dept: { id: 1 },
    roles: [{ id: 5, name: '普通用户' }],
  });
  const login = await signIn(server, { username: user.username, password: INITIAL });
  expect([login.status, login.error.code]).toEqual([428, 'auth.password_change_required']);
});

test('stock clients send booleans and numbers as they like', async () => {
  const { status } = await create({
    ...newUser(),
    enabled: 'true',
    phone: 18_900_000_001,
    dept: { id: '1' },
    roles: [{ id: '5' }],
  });
  expect(status).toBe(201);
});

describe('lists', () => {
  const names = async (query: Record<string, unknown>) =>
    (
      await server.call(userApi.list, { token: admin.token, query: { size: 1000, ...query } })
    ).body.content.map(({ username }) => username);

  test('by user name, nickname or e-mail, ignoring case', async () => {
    const user = newUser({ username: 'FindMe77', nickName: '找得到' });
    await create(user);
    for (const blurry of ['findme77', '找得', '得', user.email.toUpperCase()])
      expect(await names({ blurry })).toEqual(['FindMe77']);
  });

  test('by department with its descendants, and by state', async () => {
    await create(newUser({ username: 'sub1', dept: { id: 2 } }));
    await create(newUser({ username: 'sub2', dept: { id: 2 }, enabled: false }));
    expect(await names({ deptId: 1, blurry: 'sub' })).toEqual(['sub2', 'sub1']);
    expect(await names({ deptId: 1, blurry: 'sub', enabled: false })).toEqual(['sub2']);
    expect(await names({ deptId: 3, blurry: 'sub' })).toEqual([]);
  });

  test('by creation time, from and to', async () => {
    const { body } = await create(newUser());
    const { createTime } = (await find(body.id)) as { createTime: string };
    expect(await names({ id: body.id, createTime: [createTime, '2999-01-01 00:00:00'] })).toHaveLength(1);
    expect(
      await names({ id: body.id, createTime: ['2000-01-01 00:00:00', '2000-01-02 00:00:00'] }),
    ).toHaveLength(0);
    expect(await names({ id: body.id, createTime: '2000-01-01 00:00:00' })).toHaveLength(1);
  });
});

describe('duplicates are reported on their field', () => {
  test.each([
    ['username', '用户名已存在'],
    ['phone', '手机号码已被使用'],
    ['email', '邮箱已被使用'],
  ] as const)('%s', async (field, message) => {
    const first = newUser();
    await create(first);
    const { status, error } = await create(
      newUser({ [field]: field === 'phone' ? first.phone : first[field].toUpperCase() }),
    );
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe('rule of levels and of grants', () => {
  /** A deputy of level 5 with all permissions on users and all data, who holds nothing else. */
  const deputy = async () => {
    const role = await createRole(server.db, { permissions: all });
    return signedIn(server.db, { roleIds: [role] });
  };

  test('no account creates a user with a role above its own level', async () => {
    const { token } = await deputy();
    for (const id of [1, 2, 3]) expect((await create(newUser({ roles: [{ id }] }), token)).status).toBe(403);
  });

  test('no account grants menus that it does not hold', async () => {
    const { token } = await deputy();
    const { status, error } = await create(newUser({ roles: [{ id: 9 }] }), token);
    expect(status).toBe(403);
    expect(error.message).toContain('含有您没有的菜单或权限');
  });

  test('no account raises itself', async () => {
    const { id, token } = await deputy();
    const own = await writeOf(id);
    expect((await update({ ...own, roles: [...own.roles, { id: 1 }] }, token)).status).toBe(403);
  });

  test('no account changes a user above its level, checked against the stored one', async () => {
    const { token } = await deputy();
    const boss = await createUser(server.db, { roleIds: [2] });
    const change = { ...(await writeOf(boss.id)), roles: [{ id: 5 }] };
    expect((await update(change, token)).status).toBe(403);
    expect((await server.call(userApi.remove, { token, body: [boss.id] })).status).toBe(400);
    expect((await server.call(userApi.resetPassword, { token, body: [boss.id] })).status).toBe(400);
    expect(
      (await server.call(userApi.setEnabled, { token, body: { ids: [boss.id], enabled: false } })).status,
    ).toBe(400);
    expect(await find(boss.id)).toMatchObject({ enabled: true, roles: [{ id: 2 }] });
  });

  test('an unknown role is refused', async () => {
    expect((await create(newUser({ roles: [{ id: 987_654 }] }))).status).toBe(403);
  });
});

describe('data scope', () => {
  test('who is outside cannot be seen, counted, changed or created', async () => {
    const here = await officerOf('天津大学');
    const inside = await createUser(server.db, { deptId: here.deptId });
    const outside = await createUser(server.db, { deptId: await findSchoolId(server.db, '东南大学') });
    const { body } = await server.call(userApi.list, { token: here.token, query: { size: 100 } });
    expect(new Set(body.content.map(({ id }) => id))).toEqual(new Set([here.id, inside.id]));
    expect(body.totalElements).toBe(2);
    for (const query of [
      { id: outside.id },
      { blurry: outside.username },
      { deptId: 30 },
      { sort: 'username,asc' },
    ]) {
      const found = await server.call(userApi.list, { token: here.token, query });
      expect(found.body.content.map(({ id }) => id)).not.toContain(outside.id);
    }
    const change = await writeOf(outside.id);
    expect((await update({ ...change, roles: [{ id: here.role }] }, here.token)).status).toBe(404);
    for (const endpoint of [userApi.remove, userApi.resetPassword])
      expect((await server.call(endpoint, { token: here.token, body: [outside.id] })).error.message).toBe(
        '用户不存在',
      );
    expect((await create(newUser({ dept: { id: 1 }, roles: [{ id: here.role }] }), here.token)).status).toBe(
      403,
    );
    const moved = { ...(await writeOf(inside.id)), dept: { id: 1 }, roles: [{ id: here.role }] };
    expect((await update(moved, here.token)).status).toBe(403);
  });

  test('an export holds the same rows as the list', async () => {
    const here = await officerOf('重庆大学');
    await createUser(server.db, { deptId: here.deptId });
    const response = await server.app.inject({
      url: '/title/api/users/download',
      headers: { authorization: here.token },
    });
    expect(response.headers['content-type']).toContain('spreadsheetml');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/);
    const rows = await readSheet(response.rawPayload, ['用户名', '部门'], 100);
    expect(rows.map(({ values }) => values.部门)).toEqual(['重庆大学', '重庆大学']);
  });
});

describe('edits', () => {
  test('a second save over the first is refused and names its editor', async () => {
    const { body } = await create(newUser());
    // As our form sends it; a row with `createTime` comes from a stock client (input.ts).
    const { createTime: _read, ...read } = { createTime: '', ...(await writeOf(body.id)) };
    expect((await update({ ...read, nickName: '甲' })).status).toBe(204);
    const second = await update({ ...read, nickName: '乙' });
    expect([second.status, second.error.code]).toEqual([409, 'edit.conflict']);
    expect(second.error.message).toMatch(/^用户\d+（person\d+）已于 .* 修改过这条数据/);
    expect(await find(body.id)).toMatchObject({ nickName: '甲' });
  });

  test('disabling ends the sessions', async () => {
    const user = await signedIn(server.db, { roleIds: [5] });
    const { body } = await server.call(userApi.setEnabled, {
      token: admin.token,
      body: { ids: [user.id], enabled: false },
    });
    expect(body).toEqual({ succeeded: 1, failed: [] });
    expect((await server.call(authApi.info, { token: user.token })).status).toBe(401);
  });

  test('a reset password ends the sessions and must be changed', async () => {
    const user = await createUser(server.db, { roleIds: [5] });
    const token = await openTestSession(server.db, user.id);
    expect(
      (await server.call(userApi.resetPassword, { token: admin.token, body: [user.id] })).body.succeeded,
    ).toBe(1);
    expect((await server.call(authApi.info, { token })).status).toBe(401);
    expect((await signIn(server, { username: user.username, password: INITIAL })).status).toBe(428);
  });

  test('no account deletes or disables itself', async () => {
    const { status, error } = await server.call(userApi.remove, { token: admin.token, body: [admin.id] });
    expect([status, error.message]).toEqual([400, '不能删除自己的账号']);
    expect((await update({ ...(await writeOf(admin.id)), enabled: false })).error.message).toBe(
      '不能停用自己的账号',
    );
  });

  test('a bulk deletion reports whom it did not reach, and why', async () => {
    const gone = await createUser(server.db, { roleIds: [5] });
    const { body } = await server.call(userApi.remove, {
      token: admin.token,
      body: [gone.id, admin.id, 99_999_999],
    });
    expect(body.succeeded).toBe(1);
    expect(body.failed.map(({ message }) => message)).toEqual(['不能删除自己的账号', '用户不存在']);
    expect(await find(gone.id)).toBeUndefined();
  });
});

describe('import', () => {
  const sheetOf = async (rows: string[][]) => {
    const pieces: Uint8Array[] = [];
    async function* source() {
      yield* rows;
    }
    for await (const piece of writeSheet({ name: '用户', headers: Object.values(columns) }, source()))
      pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const upload = async (bytes: Buffer, query = '') => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'users.xlsx');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const response = await server.app.inject({
      method: 'POST',
      url: `/title/api/users/batch${query}`,
      headers: { authorization: admin.token, 'content-type': request.headers.get('content-type') as string },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const row = (name: string, change: Partial<Record<number, string>> = {}) =>
    [
      name,
      '导入',
      '男',
      `187${name.replaceAll(/\D/g, '').padStart(8, '0')}`,
      `${name}@example.org`,
      '评审办公室',
      '普通用户',
      '',
      '',
    ].map((cell, index) => change[index] ?? cell);

  test('creates all rows', async () => {
    const { body } = await upload(await sheetOf([row('imp101'), row('imp102')]));
    expect(body).toEqual({ total: 2, created: 2, failed: 0, errors: [] });
    expect(
      await server.db.selectFrom('sys_user').select('id').where('username', 'like', 'imp10_').execute(),
    ).toHaveLength(2);
  });

  test('creates none if one is wrong, and reports row and column', async () => {
    const rows = [
      row('imp201'),
      row('imp202', { 3: '123', 5: '无此部门', 6: '超级管理员、无此角色' }),
      row('imp201', { 3: '18799999999' }),
    ];
    const { body } = await upload(await sheetOf(rows));
    expect(body).toMatchObject({ total: 3, created: 0, failed: 2 });
    expect(
      body.errors.map((error: { row: number; field: string; code: string }) => [
        error.row,
        error.field,
        error.code,
      ]),
    ).toEqual([
      [3, 'phone', 'INVALID'],
      [3, 'dept', 'UNKNOWN_DEPT'],
      [3, 'roles', 'UNKNOWN_ROLE'],
      [4, 'username', 'DUPLICATE_IN_FILE'],
      [4, 'email', 'DUPLICATE_IN_FILE'],
    ]);
    expect(
      await server.db.selectFrom('sys_user').select('id').where('username', 'like', 'imp20_').execute(),
    ).toHaveLength(0);
  });

  test('a dry run creates none', async () => {
    const { body } = await upload(await sheetOf([row('imp301')]), '?dryRun=true');
    expect(body).toEqual({ total: 1, created: 0, failed: 0, errors: [] });
  });

  test.each([
    ['no workbook', Buffer.from('hello'), '无法读取该文件，请上传 .xlsx 表格；旧的 .xls 请先另存为 .xlsx'],
    [
      'a broken one',
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200, 1)]),
      '无法读取该文件，请上传 .xlsx 表格；旧的 .xls 请先另存为 .xlsx',
    ],
  ])('refuses %s', async (_, bytes, message) => {
    const { status, body } = await upload(bytes);
    expect([status, body.message]).toEqual([400, message]);
  });

  test('refuses another sheet', async () => {
    const bytes: Uint8Array[] = [];
    for await (const piece of writeSheet(
      { name: 'x', headers: ['用户名'] },
      (async function* () {
        yield ['a'];
      })(),
    ))
      bytes.push(piece);
    expect((await upload(Buffer.concat(bytes))).body.message).toContain('表头缺少：昵称');
  });
});
