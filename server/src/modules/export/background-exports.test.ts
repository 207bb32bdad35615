import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { metricsApi } from '@zhiping/shared/contracts/metrics.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { Bytes, isNothing } from '@zhiping/shared/endpoint.ts';
import { createRole, createUser, findSchoolId, openTestSession, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { cleanFiles } from '../../platform/files/clean-files.ts';
import { createFileStore } from '../../platform/files/create-file-store.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

/** Only takes orders; `worker`, beside it on the same database and disk, fulfils them once it is started. */
let server: TestServer;
let worker: TestServer | undefined;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn(server.db, { roleIds: [1] });
});
afterAll(async () => {
  await worker?.close();
  await server.close();
});

const work = async () => {
  worker ??= await startTestServer({
    connection: server.connection,
    env: { DATA_DIR: server.dataDir },
    work: {},
  });
};
const rest = async () => {
  await worker?.close();
  worker = undefined;
};

const USERS = userApi.download.path;
const ask = (token: string, query = '', path: string = USERS) =>
  server.call(exportApi.create, { token, body: { path, query, total: 6000 } });
const fetchFile = (token: string, taskId: number) =>
  server.app.inject(requestOf(exportApi.read, { token, params: { taskId } }));
const ended = async (token: string, taskId: number) => {
  const read = async () => (await server.call(taskApi.get, { token, params: { id: taskId } })).body;
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/);
  return read();
};
const messages = async (token: string) => (await server.call(notificationApi.list, { token })).body.content;
const namesIn = async (bytes: Buffer) =>
  (await readSheet(bytes, ['用户名'], 1000)).map(({ values }) => values['用户名']).toSorted();

/** An officer who sees the users of one school. */
const officerAt = async (school: string) => {
  const role = await createRole(server.db, { permissions: ['user:list'], dataScope: '本级' });
  const deptId = await findSchoolId(server.db, school);
  return { ...(await signedIn(server.db, { roleIds: [role], deptId })), role, deptId };
};

test('the file holds what the download of the same account would, and is for that account alone', async () => {
  const officer = await officerAt('厦门大学');
  const other = await officerAt('山东大学');
  await createUser(server.db, { username: 'exported-here', deptId: officer.deptId });
  await createUser(server.db, { username: 'exported-there', deptId: other.deptId });
  const query = 'blurry=exported&createTime=2020-01-01+00%3A00%3A00&createTime=2999-01-01+00%3A00%3A00';
  const asked = await ask(officer.token, query);
  expect(asked.status).toBe(200);
  const { taskId } = asked.body;
  expect((await fetchFile(officer.token, taskId)).statusCode).toBe(404);
  await work();
  const task = await ended(officer.token, taskId);
  expect(task).toMatchObject({
    state: 'done',
    kind: `export:${USERS}`,
    done: 1,
    total: 1,
    result: { rows: 1 },
  });

  const file = await fetchFile(officer.token, taskId);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-disposition']).toContain(encodeURIComponent('用户-'));
  expect(file.headers['cache-control']).toBe('no-store');
  expect(await namesIn(file.rawPayload)).toEqual(['exported-here']);
  expect(await messages(officer.token)).toMatchObject([
    { kind: 'success', text: '导出用户完成，共 1 条，一天内可以下载', link: `/exports/${taskId}` },
  ]);
  // Not even for a super administrator.
  for (const token of [other.token, admin.token]) {
    const answer = await fetchFile(token, taskId);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'export.gone']);
  }
  const events = await server.db
    .selectFrom('audit_event')
    .select(['action', 'detail'])
    .where('actor_id', '=', officer.id)
    .orderBy('seq')
    .execute();
  expect(events).toEqual([
    { action: 'export.requested', detail: { path: USERS } },
    { action: 'export.finished', detail: { path: USERS, rows: 1 } },
  ]);
});

test('after a day it can be fetched no more, and the clean-up takes it away', async () => {
  await work();
  const { taskId } = (await ask(admin.token, 'blurry=expiring')).body;
  expect(await ended(admin.token, taskId)).toMatchObject({ state: 'done', result: { rows: 0 } });
  expect((await fetchFile(admin.token, taskId)).statusCode).toBe(200);
  const { sha256 } = await server.db
    .updateTable('export_file')
    .set({ create_time: new Date(Date.now() - 24.1 * 3_600_000) })
    .where('task_id', '=', taskId)
    .returning('sha256')
    .executeTakeFirstOrThrow();
  expect((await fetchFile(admin.token, taskId)).statusCode).toBe(404);
  const config = readConfig({ DATA_DIR: server.dataDir });
  const store = createFileStore(config);
  const content = await store.read(`${sha256}.xlsx`);
  expect(content).not.toBeNull();
  content?.destroy();
  const others = server.db.selectFrom('export_file').select('task_id').where('task_id', '<>', taskId);
  const before = await others.execute();
  await cleanFiles(server.db, config, new Date());
  expect(await store.read(`${sha256}.xlsx`)).toBeNull();
  expect(await server.db.selectFrom('export_file').select('task_id').execute()).toEqual(before);
});

test('rights and scope are those of the moment when it runs', async () => {
  await rest();
  const moved = await officerAt('厦门大学');
  const barred = await officerAt('厦门大学');
  await createUser(server.db, { username: 'later-here', deptId: moved.deptId });
  const there = await findSchoolId(server.db, '山东大学');
  await createUser(server.db, { username: 'later-there', deptId: there });
  const [first, second] = [await ask(moved.token, 'blurry=later'), await ask(barred.token, 'blurry=later')];
  await server.db.updateTable('sys_user').set({ dept_id: there }).where('id', '=', moved.id).execute();
  await server.db.deleteFrom('user_role').where('user_id', '=', barred.id).execute();
  await work();
  expect(await ended(moved.token, first.body.taskId)).toMatchObject({ state: 'done' });
  const file = await fetchFile(moved.token, first.body.taskId);
  expect(await namesIn(file.rawPayload)).toEqual(['later-there']);
  expect(await ended(barred.token, second.body.taskId)).toMatchObject({
    state: 'failed',
    error: '您已没有导出这个列表的权限',
  });
  expect((await messages(barred.token))[0]).toMatchObject({ kind: 'error', link: null });
  // A finished export is closed to readers who lost the list since.
  await server.db.deleteFrom('user_role').where('user_id', '=', moved.id).execute();
  await expect.poll(async () => (await fetchFile(moved.token, first.body.taskId)).statusCode).toBe(403);
});

describe('a finished file is closed to an account that lost', () => {
  const finished = async () => {
    const officer = await officerAt('厦门大学');
    const { taskId } = (await ask(officer.token)).body;
    await work();
    expect(await ended(officer.token, taskId)).toMatchObject({ state: 'done' });
    expect((await fetchFile(officer.token, taskId)).statusCode).toBe(200);
    return { ...officer, taskId, answer: () => fetchFile(officer.token, taskId) };
  };
  const giveRole = (userId: number, roleId: number) =>
    server.db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();

  test('its departments', async () => {
    const { id, answer } = await finished();
    const there = await findSchoolId(server.db, '山东大学');
    await server.db.updateTable('sys_user').set({ dept_id: there }).where('id', '=', id).execute();
    await expect.poll(async () => (await answer()).statusCode).toBe(403);
    expect((await answer()).json()).toMatchObject({
      code: 'export.rights_shrunk',
      message: '导出之后您的权限或数据范围已变小，请重新导出',
    });
    expect((await answer()).headers['content-disposition']).toBeUndefined();
  });

  test('the scope of all departments', async () => {
    const { role, answer, token } = await finished();
    await server.db.updateTable('role').set({ data_scope: '全部' }).where('id', '=', role).execute();
    await expect.poll(async () => (await answer()).statusCode).toBe(200);
    const everything = (await ask(token)).body.taskId;
    expect(await ended(token, everything)).toMatchObject({ state: 'done' });
    await server.db.updateTable('role').set({ data_scope: '本级' }).where('id', '=', role).execute();
    await expect.poll(async () => (await fetchFile(token, everything)).statusCode).toBe(403);
    expect((await answer()).statusCode).toBe(200);
  });

  test('a permission beside that of the list', async () => {
    const { id, taskId, token } = await finished();
    const other = await createRole(server.db, { permissions: ['expert:list'], dataScope: '本级' });
    await giveRole(id, other);
    await expect.poll(async () => (await fetchFile(token, taskId)).statusCode).toBe(200);
    const richer = (await ask(token)).body.taskId;
    expect(await ended(token, richer)).toMatchObject({ state: 'done' });
    await server.db.deleteFrom('user_role').where('role_id', '=', other).execute();
    await expect.poll(async () => (await fetchFile(token, richer)).statusCode).toBe(403);
  });

  test('a role that gives nothing, but for which notices may be', async () => {
    const { id, taskId, token } = await finished();
    const reader = await createRole(server.db, { permissions: ['user:list'], dataScope: '本级' });
    await giveRole(id, reader);
    await expect.poll(async () => (await fetchFile(token, taskId)).statusCode).toBe(200);
    const second = (await ask(token)).body.taskId;
    expect(await ended(token, second)).toMatchObject({ state: 'done' });
    await server.db.deleteFrom('user_role').where('role_id', '=', reader).execute();
    await expect.poll(async () => (await fetchFile(token, second)).statusCode).toBe(403);
    expect((await fetchFile(token, taskId)).statusCode).toBe(200);
  });

  test('sight of what a role hides from its holders', async () => {
    const { id, answer } = await finished();
    await giveRole(id, TITLE_TEACHER_ROLE_ID);
    await expect.poll(async () => (await answer()).statusCode).toBe(403);
  });

  test('nothing, but gained permissions, is not', async () => {
    const { id, answer } = await finished();
    await giveRole(id, await createRole(server.db, { permissions: ['teacher:list'] }));
    // Until the new rights are known on this node, and afterwards.
    await expect
      .poll(
        async () =>
          (await server.call(authApi.info, { token: await openTestSession(server.db, id) })).body.roles,
      )
      .toContain('teacher:list');
    expect((await answer()).statusCode).toBe(200);
  });
});

test('refuses what the download would refuse, and a second export of the same list', async () => {
  await rest();
  const unprivileged = await signedIn(server.db);
  expect((await ask(unprivileged.token)).status).toBe(403);
  expect((await ask(admin.token, '', '/api/users')).status).toBe(404);
  expect((await ask(admin.token, '', storageApi.read.path)).status).toBe(404);
  const bad = await ask(admin.token, 'enabled=perhaps');
  expect([bad.status, bad.error.errors?.[0]?.field]).toEqual([400, 'enabled']);
  expect((await ask(admin.token, 'blurry=%00')).status).toBe(400);
  const first = await ask(admin.token);
  expect(first.status).toBe(200);
  expect((await ask(admin.token)).error).toMatchObject({ status: 409, code: 'export.running' });
  // Leftover of a node killed in mid-run.
  await server.db
    .insertInto('export_file')
    .values({ task_id: first.body.taskId, name: 'x.xlsx', sha256: 'a'.repeat(64), bytes: 1 })
    .execute();
  await work();
  expect(await ended(admin.token, first.body.taskId)).toMatchObject({ state: 'done' });
  expect((await fetchFile(admin.token, first.body.taskId)).statusCode).toBe(200);
});

const downloads = allEndpoints.filter(
  ({ method, path }) => method === 'GET' && path.endsWith('/download') && !path.includes(':'),
);

test('no endpoint that answers a list as a sheet is left out', () => {
  const sheets = allEndpoints.filter(
    ({ result, params, path }) =>
      result === Bytes && isNothing(params) && !path.endsWith('/template') && path !== metricsApi.read.path,
  );
  expect(sheets.map(({ path }) => path)).toEqual(downloads.map(({ path }) => path));
});

test.each(downloads.map(({ path }) => path))('%s can be made in the background', async (path) => {
  await work();
  const { status, body } = await ask(admin.token, 'page=0&size=10', path);
  expect(status).toBe(200);
  const task = await ended(admin.token, body.taskId);
  if (path.startsWith('/api/s3Storage')) return expect(task.error).toMatch('未配置对象存储');
  expect(task).toMatchObject({ state: 'done', error: null });
  expect((await fetchFile(admin.token, body.taskId)).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

const sortedDownloads = downloads.filter(
  ({ path, query }) => query instanceof z.ZodObject && 'sort' in query.shape && !path.startsWith('/api/s3'),
);

test.each(sortedDownloads.map(({ path }) => path))(
  '%s refuses an unknown order before it sends anything',
  async (path) => {
    const answer = await server.app.inject({
      url: `/title${path}?sort=nothing,asc`,
      headers: { authorization: admin.token },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'input.unknown_sort']);
    expect(answer.headers['content-disposition']).toBeUndefined();
  },
);
