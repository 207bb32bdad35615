import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { createRole, createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { sheetOfUsers, uploadSheet, userRow } from '../../../test/sheets.ts';

/** Limits at their real size: import-large.long.test.ts. */
const limits = { immediateRows: 20, rows: 500 };

let server: TestServer;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ work: {}, importLimits: limits });
  admin = await signedIn(server.db, { roleIds: [1] });
});
afterAll(() => server.close());

const COUNT = 21;
const rowsOf = (prefix: string, count = COUNT) =>
  Array.from({ length: count }, (_, index) => userRow(`${prefix}${index}`));
const upload = async (rows: string[][], { dryRun = true, token = admin.token } = {}) =>
  uploadSheet(server, token, await sheetOfUsers(rows), dryRun);
const ended = async (taskId: number, token = admin.token) => {
  const read = async () => (await server.call(taskApi.get, { token, params: { id: taskId } })).body;
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/);
  return read();
};
const stored = async (prefix: string) =>
  (await server.db.selectFrom('sys_user').select('id').where('username', 'like', `${prefix}%`).execute())
    .length;
const commit = (taskId: number, token = admin.token) =>
  server.call(userApi.commitImport, { token, params: { taskId } });
const newestMessage = async (token = admin.token) =>
  (await server.call(notificationApi.list, { token })).body.content[0];

test('a sheet of as many rows as the limit is checked at once', async () => {
  const { body } = await upload(rowsOf('few', limits.immediateRows));
  expect(body).toMatchObject({ total: limits.immediateRows, failed: 0 });
});

test('a large sheet is checked in the background, and committed from there', async () => {
  const { status, body } = await upload(rowsOf('big'));
  expect([status, body]).toEqual([
    200,
    { total: 0, created: 0, failed: 0, errors: [], taskId: expect.any(Number) },
  ]);
  const checked = await ended(body.taskId);
  expect(checked).toMatchObject({
    kind: 'user.check',
    state: 'done',
    result: { total: COUNT, created: 0, failed: 0, errors: [] },
  });
  expect(await stored('big')).toBe(0);
  // A workbook begins with PK; what lies here is sealed.
  const input = server.db.selectFrom('task_input').select('bytes').where('task_id', '=', body.taskId);
  expect((await input.executeTakeFirstOrThrow()).bytes.subarray(0, 1)).toEqual(Buffer.of(1));
  expect(await newestMessage()).toMatchObject({
    text: `用户表格检查完成：共 ${COUNT} 条，没有错误，可以提交`,
    link: '/system/user?import=open',
  });

  const stranger = await signedIn(server.db, { roleIds: [1] });
  expect((await commit(body.taskId, stranger.token)).status).toBe(404);
  const committed = await commit(body.taskId);
  const done = await ended(committed.body.taskId as number);
  expect(done).toMatchObject({
    state: 'done',
    done: COUNT * 3,
    total: COUNT * 3,
    result: { created: COUNT },
  });
  expect(await stored('big')).toBe(COUNT);
  expect(await newestMessage()).toMatchObject({
    kind: 'success',
    text: `用户导入完成：已导入 ${COUNT} 个用户`,
  });
  expect(await newestMessage(stranger.token)).toBeUndefined();
  const events = server.db.selectFrom('audit_event').select('seq').where('action', '=', 'user.created');
  expect(await events.execute()).toHaveLength(COUNT);
  const roles = server.db
    .selectFrom('user_role')
    .innerJoin('sys_user', 'sys_user.id', 'user_role.user_id')
    .select('role_id')
    .where('username', 'like', 'big%');
  expect(await roles.execute()).toHaveLength(COUNT);

  // The sheet is used up, and kept no longer.
  expect((await commit(body.taskId)).error.message).toBe('该表格已提交或已被清理，请重新上传');
  expect(await server.db.selectFrom('task_input').select('name').execute()).toEqual([]);
});

test('wrong rows are reported, and nothing is stored', async () => {
  const rows = rowsOf('wrong').with(19, userRow('wrong19', { 5: '没有的部门' }));
  const { body } = await upload(rows, { dryRun: false });
  expect((await ended(body.taskId)).result).toMatchObject({
    total: COUNT,
    created: 0,
    failed: 1,
    errors: [{ row: 21, field: 'dept', column: '部门', code: 'UNKNOWN_DEPT' }],
  });
  expect(await stored('wrong')).toBe(0);
  expect(await newestMessage()).toMatchObject({
    kind: 'warning',
    text: '用户导入未完成：1 条有错误，没有保存任何数据',
  });
  const checked = await upload(rows);
  await ended(checked.body.taskId);
  expect((await commit(checked.body.taskId)).error.message).toBe('表格还没有通过检查，不能提交');
});

test('rows inserted meanwhile are reported, and nothing is stored', async () => {
  const { body } = await upload(rowsOf('between'));
  await ended(body.taskId);
  await createUser(server.db, { username: 'between7' });
  const { body: later } = await commit(body.taskId);
  expect((await ended(later.taskId as number)).result).toMatchObject({ created: 0, failed: 1 });
  expect(await stored('between')).toBe(1);
});

test('rights that were lost meanwhile count', async () => {
  const role = await createRole(server.db, { permissions: ['user:add', 'user:list'] });
  const clerk = await signedIn(server.db, { roleIds: [role] });
  const { body } = await upload(
    rowsOf('late').map((row) => row.with(6, '')),
    { token: clerk.token },
  );
  await ended(body.taskId, clerk.token);
  await server.db.deleteFrom('user_role').where('user_id', '=', clerk.id).execute();
  const { id: taskId } = await server.db
    .insertInto('task')
    .values({ kind: 'user.import', owner_id: clerk.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await ended(taskId, clerk.token)).toMatchObject({
    state: 'failed',
    error: '您已没有导入权限，没有保存任何数据',
  });
  expect(await stored('late')).toBe(0);
});

test('a second import waits for the first', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await server.db
    .insertInto('task')
    .values({ kind: 'user.import', key: `user:${admin.id}`, owner_id: admin.id, due_at: later })
    .execute();
  const { status, body } = await upload(rowsOf('two'));
  expect([status, body.message]).toEqual([409, '您有一个用户导入正在进行，请等它完成']);
  await server.db.deleteFrom('task').where('due_at', '=', later).execute();
});

test('more rows than the limit are refused', async () => {
  const { body } = await upload(rowsOf('far', limits.rows + 1));
  expect(await ended(body.taskId)).toMatchObject({ state: 'failed', error: '一次最多导入 500 行' });
});
