import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { signIn } from '../../../test/sign-in-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(() => server.close());

const profileOf = ({ id }: { id: number }) => ({
  id,
  nickName: '本人',
  gender: '女' as const,
  // Another prefix than that of created users, whose numbers run apart from the ids.
  phone: `136${String(id).padStart(8, '0')}`,
});

const operations = async (query: Record<string, unknown>) =>
  (await server.call(logApi.list, { token, query })).body;

test('writes are logged with who and what, without what was sent; reads and settings of the screen are not', async () => {
  const user = await signedIn(server.db);
  await server.call(subjectApi.list, { token: user.token, query: { blurry: '秘密' } });
  await server.call(accountApi.savePreferences, { token: user.token, body: { tagsView: true } });
  await server.call(accountApi.saveProfile, { token: user.token, body: profileOf(user) });
  await expect.poll(async () => (await operations({ blurry: user.username })).totalElements).toBe(1);
  const { content } = await operations({ blurry: user.username });
  expect(content[0]).toMatchObject({
    description: '修改个人资料',
    method: 'PUT',
    params: '',
    logType: 'INFO',
    status: 204,
  });
});

test('a text of two characters is found in the names of calls and of users, and nowhere else', async () => {
  const { username } = await createUser(server.db, { username: `zz${randomUUID()}` });
  await server.pool.query(
    `insert into operation_log (username, description, method, path, status, request_id, ip, duration_ms)
     select username, description, 'PUT', '', 200, '', '', 1
     from (values ($1, 'other'), ('short text', $2), ('short text', 'other')) as row (username, description)`,
    [username, accountApi.saveProfile.summary],
  );
  expect((await operations({ blurry: 'ZZ' })).content).toMatchObject([{ username }]);
  const { content } = await operations({ blurry: '资料' });
  expect(content).toContainEqual(expect.objectContaining({ username: 'short text' }));
  expect(content.every(({ description }) => description.includes('资料'))).toBe(true);
  expect((await operations({ blurry: '无此' })).totalElements).toBe(0);
});

test('the own log holds the own writes only', async () => {
  const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
  for (const user of [one, two])
    await server.call(accountApi.saveProfile, { token: user.token, body: profileOf(user) });
  const own = async () => (await server.call(logApi.own, { token: one.token })).body;
  await expect.poll(async () => (await own()).totalElements).toBe(1);
  expect((await own()).content[0]).toMatchObject({
    username: one.username,
    requestIp: '127.0.0.1',
    address: '内网 IP',
  });
});

test('a refused write is logged as an error', async () => {
  const user = await signedIn(server.db);
  await server.call(accountApi.saveProfile, { token: user.token, body: { id: 1 } });
  await expect
    .poll(async () => (await operations({ blurry: user.username, logType: 'ERROR' })).totalElements)
    .toBe(1);
  expect((await operations({ blurry: user.username, logType: 'INFO' })).totalElements).toBe(0);
});

test('sign-ins are logged with how they ended', async () => {
  const { username } = await createUser(server.db);
  await signIn(server, { username });
  await signIn(server, { username, password: 'wrong' });
  const logins = async (query = {}) =>
    (await server.call(logApi.logins, { token, query: { blurry: username, ...query } })).body;
  await expect.poll(async () => (await logins()).totalElements).toBe(2);
  expect((await logins({ succeeded: true })).content).toMatchObject([
    { username, succeeded: true, reason: null },
  ]);
  expect((await logins({ succeeded: false })).content).toMatchObject([
    { succeeded: false, reason: 'auth.wrong_credentials' },
  ]);
  expect(JSON.stringify(await logins())).not.toContain('wrong"');
});

test('an unexpected error is found by the request id in the answer', async () => {
  await server.pool.query('alter table dict rename to dict_away');
  const broken = await server.app.inject({ url: '/title/api/dictDetail', headers: { authorization: token } });
  await server.pool.query('alter table dict_away rename to dict');
  expect(broken.statusCode).toBe(500);
  const { requestId, message } = broken.json();
  expect(message).not.toMatch(/dict|relation|select/);
  const errors = async () => (await server.call(logApi.errors, { token, query: { blurry: requestId } })).body;
  await expect.poll(async () => (await errors()).totalElements).toBe(1);
  const [error] = (await errors()).content;
  expect(error).toMatchObject({ requestId, path: '/api/dictDetail' });
  const detail = await server.call(logApi.error, { token, params: { id: error?.id as number } });
  expect(detail.body.exception).toContain('relation');
});

describe('exports hold the same rows', () => {
  test.each([
    ['/title/api/logs/download?blurry=exported', '用户名'],
    ['/title/api/logs/login/download?blurry=exported', '用户名'],
    ['/title/api/logs/error/download?blurry=exported', '请求编号'],
  ])('%s', async (url, column) => {
    await server.db
      .insertInto('operation_log')
      .values({
        username: 'exported',
        description: 'x',
        method: 'PUT',
        path: '',
        status: 200,
        request_id: 'exported',
        ip: '',
        duration_ms: 1,
      })
      .execute();
    await server.db
      .insertInto('login_log')
      .values({ username: 'exported', succeeded: true, ip: '' })
      .execute();
    await server.db
      .insertInto('error_log')
      .values({ request_id: 'exported', method: 'GET', path: 'exported', message: '', stack: '', ip: '' })
      .execute();
    const response = await server.app.inject({ url, headers: { authorization: token } });
    const rows = await readSheet(response.rawPayload, [column], 1000);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ values }) => values[column] === 'exported')).toBe(true);
  });
});

test('counts and pages end at 10 000', async () => {
  await server.pool.query(
    `insert into operation_log (username, description, method, path, status, request_id, ip, duration_ms)
     select 'bulk', 'x', 'PUT', '', 200, '', '', 1 from generate_series(1, 10050)`,
  );
  expect((await operations({ blurry: 'bulk', page: 999, size: 10 })).totalElements).toBe(10_000);
  expect((await operations({ blurry: 'bulk', page: 999, size: 10 })).content).toHaveLength(10);
  expect((await operations({ blurry: 'bulk', page: 1000, size: 10 })).content).toHaveLength(0);
});
