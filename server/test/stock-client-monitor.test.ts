import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from './factories.ts';
import { png } from './file-helpers.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { range, type Row, stockClient, time } from './stock-client-helpers.ts';

let server: TestServer;
let admin: { id: number; username: string; token: string };
let client: ReturnType<typeof stockClient>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn(server.db, { roleIds: [1], deptId: 2, username: 'stock-admin' });
  client = stockClient(server, admin.token);
});
afterAll(() => server.close());

test('logs', async () => {
  await server.db
    .insertInto('error_log')
    .values({
      request_id: 'stock',
      username: 'stock',
      method: 'GET',
      path: '/stock',
      message: '坏了',
      stack: 'at stock',
      ip: '127.0.0.1',
      browser: null,
    })
    .execute();
  const shown = {
    username: expect.any(String),
    requestIp: '127.0.0.1',
    method: expect.any(String),
    params: '',
    createTime: time,
  };
  await client.remove('api/job', [
    await client.create('api/job', { name: '留痕', jobSort: 1, enabled: true }),
  ]);
  // Written after the answer.
  await expect
    .poll(async () => (await client.list('api/logs', { blurry: 'stock', createTime: range })).totalElements)
    .toBeGreaterThan(0);
  const operations = await client.list('api/logs', { blurry: 'stock', createTime: range });
  expect(operations.content[0]).toMatchObject({
    ...shown,
    description: expect.any(String),
    time: expect.any(Number),
  });
  await client.isSheet('api/logs', { blurry: 'stock' });
  const errors = await client.list('api/logs/error', { blurry: 'stock', createTime: range });
  expect(errors.content).toMatchObject([{ ...shown, description: '/stock' }]);
  expect(await client.read(`api/logs/error/${errors.content[0]?.id}`)).toEqual({ exception: 'at stock' });
  await client.isSheet('api/logs/error');
  // Logs cannot be erased (wire.md §7); the page shows the message.
  for (const kind of ['info', 'error'])
    expect(await client.send('DELETE', `api/logs/del/${kind}`)).toMatchObject({
      status: 400,
      body: { status: 400, message: '日志不能删除，保留 365 天后自动清理' },
    });
});

test('online users', async () => {
  const other = await signedIn(server.db, { deptId: 2, username: 'stock-guest' });
  const { content } = await client.list('auth/online', { username: 'stock-guest' });
  expect(content).toMatchObject([
    {
      uid: other.id,
      userName: 'stock-guest',
      nickName: expect.any(String),
      dept: '评审办公室',
      ip: '127.0.0.1',
      address: expect.any(String),
      key: expect.any(String),
      loginTime: time,
    },
  ]);
  await client.isSheet('auth/online', { username: 'stock-guest' });
  await client.remove('auth/online', [content[0]?.['key']]);
  expect((await client.send('GET', 'auth/info', undefined, other.token)).status).toBe(401);
});

test('the server monitor', async () => {
  const share = {
    total: expect.any(String),
    used: expect.any(String),
    available: expect.any(String),
    usageRate: expect.stringMatching(/^[\d.]+$/),
  };
  expect(await client.read('api/monitor')).toMatchObject({
    sys: { os: expect.any(String), day: expect.any(String), ip: expect.any(String) },
    cpu: {
      name: expect.any(String),
      package: expect.any(String),
      core: expect.any(String),
      coreNumber: expect.any(Number),
      used: share.usageRate,
    },
    memory: share,
    swap: share,
    disk: share,
    time: expect.any(String),
  });
});

test('timing jobs', async () => {
  const { content } = await client.list('api/jobs', { jobName: '会话', createTime: range });
  const [row] = content as [Row];
  expect(row).toMatchObject({
    id: 1,
    jobName: '清理已结束的会话',
    beanName: expect.any(String),
    methodName: 'run',
    params: null,
    cronExpression: expect.any(String),
    isPause: false,
    description: expect.any(String),
    createTime: time,
  });
  await client.update('api/jobs', {
    ...row,
    cronExpression: '0 0/20 * * * ?',
    pauseAfterFailure: true,
    isPause: false,
    email: null,
  });
  expect(await client.send('PUT', 'api/jobs', { ...row, description: '我的说明' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'description', message: expect.stringContaining('系统内置') }] },
  });
  await client.update('api/jobs/1', undefined);
  expect((await client.list('api/jobs', { jobName: '会话' })).content[0]).toMatchObject({ isPause: true });
  await client.update('api/jobs/1', undefined);
  await client.update('api/jobs/exec/1', undefined);
  const logs = await client.read('api/jobs/logs', {
    page: 0,
    size: 6,
    sort: ['id,desc'],
    jobName: '会话',
    isSuccess: 'true',
    createTime: range,
  });
  expect(logs).toEqual({ content: expect.any(Array), totalElements: expect.any(Number) });
  await client.isSheet('api/jobs', { jobName: '会话' });
  await client.isSheet('api/jobs/logs');
  // The list of jobs is closed (wire.md §3).
  for (const [method, body] of [
    ['POST', { ...row, id: null }],
    ['DELETE', [1]],
  ] as const)
    expect((await client.send(method, 'api/jobs', body)).status).toBe(400);
});

test('storage', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png('stock'))]), 'stock.png');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const uploaded = await server.app.inject({
    method: 'POST',
    url: '/title/api/localStorage?name=',
    headers: { authorization: admin.token, 'content-type': String(request.headers.get('content-type')) },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(uploaded.statusCode).toBe(201);
  const { content } = await client.list('api/localStorage', { blurry: 'stock', createTime: range });
  const [row] = content as [Row & { type: string; realName: string }];
  expect(row).toMatchObject({
    name: 'stock',
    suffix: 'png',
    type: '图片',
    size: expect.any(String),
    operate: admin.username,
    createTime: time,
  });
  const address = encodeURI(`/title/file/${row.type}/${row.realName}`);
  const cookie = `ELADMIN-TOEKN=${encodeURIComponent(admin.token)}`;
  expect((await server.app.inject({ url: address, headers: { cookie } })).statusCode).toBe(200);
  await client.update('api/localStorage', { ...row, name: '常客图' });
  await client.isSheet('api/localStorage', { blurry: '常客图' });
  await client.remove('api/localStorage/', [row.id]);
  // No bucket here; the module's own test speaks to one.
  expect(await client.list('api/s3Storage')).toEqual({ content: [], totalElements: 0 });
  const link = await client.send('GET', 'api/s3Storage/download/1');
  expect(link).toMatchObject({ status: 404, body: { message: expect.stringContaining('未配置对象存储') } });
});
