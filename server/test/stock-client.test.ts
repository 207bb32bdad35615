import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, openTestSession, PASSWORD, signedIn } from './factories.ts';
import { CAPTCHA_ANSWER, startTestServer, type TestServer } from './harness.ts';
import { encrypted } from './sign-in-helpers.ts';
import { addressed, type Method, range, type Row, stockClient, time } from './stock-client-helpers.ts';

let server: TestServer;
let admin: { id: number; username: string; token: string };
let client: ReturnType<typeof stockClient>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn(server.db, { roleIds: [1], deptId: 2, username: 'stock-admin' });
  client = stockClient(server, admin.token);
});
afterAll(() => server.close());

const login = async (username: string, { code = CAPTCHA_ANSWER, password = PASSWORD } = {}) => {
  const { uuid, img } = await client.read<{ uuid: string; img: string }>('auth/code');
  expect(img).toMatch(/^data:image\//);
  return client.send('POST', 'auth/login', {
    username,
    password: await encrypted(server, password),
    code,
    uuid,
  });
};

describe('sign-in', () => {
  test('answers the token with its prefix and the user; a wrong code is a 400 with its words', async () => {
    const { username } = await createUser(server.db, { roleIds: [2], deptId: 2 });
    const { status, body } = await login(username);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^Bearer /),
      user: { user: { username }, roles: expect.any(Array) },
    });
    expect((await client.send('GET', 'auth/info', undefined, body.token)).body).toEqual(body.user);
    const wrong = await login(username, { code: 'XXXX' });
    expect(wrong).toMatchObject({ status: 400, body: { status: 400, message: '验证码错误' } });
    expect((await client.send('DELETE', 'auth/logout', undefined, body.token)).status).toBe(200);
    expect((await client.send('GET', 'auth/info', undefined, body.token)).body).toMatchObject({
      status: 401,
    });
  });

  test('menus become routes', async () => {
    const menus = await client.read<Record<string, unknown>[]>('api/menus/build');
    for (const { path, component, children } of menus) {
      expect(path).toMatch(/^\//);
      expect([component, children]).toEqual(['Layout', expect.any(Array)]);
    }
  });

  test('menus name the pages that the client has by the paths of its own files', async () => {
    type Node = { component?: string; children?: Node[] | null };
    const componentsOf = (nodes: Node[]): string[] =>
      nodes.flatMap(({ component = '', children }) => [component, ...componentsOf(children ?? [])]);
    const components = componentsOf(await client.read<Node[]>('api/menus/build'));
    expect(components).toEqual(
      expect.arrayContaining([
        'system/user/index',
        'system/role/index',
        'system/menu/index',
        'system/dept/index',
        'system/job/index',
        'system/dict/index',
        'system/timing/index',
        'monitor/online/index',
        'monitor/log/index',
        'monitor/log/errorLog',
        'monitor/server/index',
        'tools/storage/index',
      ]),
    );
  });
});

test('states have their words in dictionaries', async () => {
  for (const dictName of ['user_status', 'dept_status', 'job_status']) {
    const { content } = await client.read('api/dictDetail', { dictName, page: 0, size: 9999 });
    expect(content.map(({ value }) => value)).toEqual(['true', 'false']);
    expect(content[0]).toMatchObject({ id: expect.any(Number), label: expect.any(String) });
  }
});

describe('users', () => {
  test('the tree at the left and the pickers read departments whole', async () => {
    const tops = await client.read('api/dept', { sort: 'id,desc' });
    expect(await client.read('api/dept', { enabled: true })).toEqual({ ...tops, content: expect.any(Array) });
    const below = await client.read('api/dept', { pid: 30, sort: 'id,desc' });
    expect(below.content).toHaveLength(below.totalElements);
    expect(below.content.length).toBeGreaterThan(1000);
    expect(below.content[0]).toMatchObject({
      pid: 30,
      name: expect.any(String),
      hasChildren: expect.any(Boolean),
    });
    expect((await client.read('api/dept', { enabled: true, pid: 30 })).content.length).toBeGreaterThan(1000);
    expect((await client.read('api/dept', { sort: 'id,desc', name: '大学' })).content.length).toBeGreaterThan(
      10,
    );
    const superior = await client.send('POST', 'api/dept/superior?exclude=false', [2]);
    expect([superior.status, JSON.stringify(superior.body.content).includes('"id":2,')]).toEqual([200, true]);
  });

  test('are listed, made, changed, switched, reset and deleted', async () => {
    const [roles, jobs] = [
      await client.read<Row[]>('api/roles/all'),
      await client.read('api/job', { page: 0, size: 9999, enabled: true }),
    ];
    expect(roles[0]).toMatchObject({
      id: expect.any(Number),
      name: expect.any(String),
      level: expect.any(Number),
    });
    expect(await client.read('api/roles/level')).toEqual({ level: 1 });
    const form = {
      id: null,
      username: 'stock-user',
      nickName: '常客',
      gender: '男',
      email: 'stock@example.org',
      enabled: 'false',
      roles: [{ id: 2 }],
      jobs: jobs.content.slice(0, 1).map(({ id }) => ({ id })),
      dept: { id: 2 },
      phone: 13912340001,
    };
    const id = await client.create('api/users', form);
    const { content } = await client.list('api/users', {
      blurry: 'stock-user',
      createTime: range,
      enabled: 'false',
      deptId: 2,
    });
    const [row] = content as [Row];
    expect(row).toMatchObject({
      id,
      username: 'stock-user',
      nickName: '常客',
      gender: '男',
      phone: '13912340001',
      email: 'stock@example.org',
      enabled: false,
      dept: { id: 2, name: expect.any(String) },
      roles: [{ id: 2 }],
      jobs: form.jobs,
      createTime: time,
    });
    await client.update('api/users', {
      ...row,
      nickName: '熟客',
      enabled: 'true',
      phone: 13912340002,
      roles: [{ id: 2 }],
    });
    await client.toggleTwice('api/users', row);
    expect((await client.send('PUT', 'api/users/resetPwd', [id])).status).toBe(200);
    await client.isSheet('api/users', { blurry: 'stock' });
    await client.remove('api/users', [id]);
    expect(await client.send('DELETE', 'api/users', [admin.id])).toMatchObject({
      status: 400,
      body: { message: '不能删除自己的账号' },
    });
  });
});

test('the personal centre', async () => {
  const person = await signedIn(server.db, { deptId: 2, phone: '13912340010' });
  const own = (method: Method, path: string, body?: unknown) => client.send(method, path, body, person.token);
  const profile = { id: person.id, nickName: '本人', gender: '女', phone: 13912340011 };
  expect((await own('PUT', 'api/users/center', profile)).status).toBe(204);
  const logs = await own('GET', addressed('api/logs/user', { page: 0, size: 10, sort: 'id,desc' }));
  expect(logs).toMatchObject({
    status: 200,
    body: { content: expect.any(Array), totalElements: expect.any(Number) },
  });
  expect((await own('POST', 'api/code/resetEmail?email=new-stock@example.org')).status).toBe(200);
  const email = { password: await encrypted(server, PASSWORD), email: 'new-stock@example.org' };
  expect((await own('POST', 'api/users/updateEmail/000000', email)).status).toBe(400);
  const sentCode = async () => {
    const sent = server.db.selectFrom('outbox').select('content').where('recipient', '=', email.email);
    return /\d{6}/.exec((await sent.executeTakeFirst())?.content ?? '')?.[0];
  };
  await expect.poll(sentCode).toBeTruthy();
  expect((await own('POST', `api/users/updateEmail/${await sentCode()}`, email)).status).toBe(200);
  // Requests of the page after each change.
  expect((await own('GET', 'auth/info')).body).toMatchObject({
    user: { nickName: '本人', phone: '13912340011', email: 'new-stock@example.org' },
  });
});

test('a new password in the personal centre ends the other sessions, and signs in', async () => {
  const person = await signedIn(server.db, { deptId: 2 });
  const elsewhere = await openTestSession(server.db, person.id);
  const own = (method: Method, path: string, body?: unknown, token = person.token) =>
    client.send(method, path, body, token);
  const change = async (oldPass: string) =>
    own('POST', 'api/users/updatePass/', {
      oldPass: await encrypted(server, oldPass),
      newPass: await encrypted(server, 'Another-Horse-2026'),
    });
  expect(await change('Wrong-Horse-2026')).toMatchObject({
    status: 400,
    body: { message: expect.any(String) },
  });
  expect((await change(PASSWORD)).status).toBe(200);
  expect((await own('GET', 'auth/info', undefined, elsewhere)).status).toBe(401);
  expect((await own('DELETE', 'auth/logout')).status).toBe(200);
  expect((await login(person.username)).status).toBe(400);
  expect((await login(person.username, { password: 'Another-Horse-2026' })).status).toBe(200);
});

test('roles', async () => {
  const form = {
    id: null,
    name: '常客角色',
    depts: [],
    description: null,
    dataScope: '全部',
    level: 3,
    menus: null,
  };
  const id = await client.create('api/roles', form);
  const { content } = await client.read('api/roles', {
    page: 0,
    size: 10,
    sort: 'level,asc',
    blurry: '常客',
    createTime: range,
  });
  const [row] = content as [Row];
  expect(row).toMatchObject({
    id,
    name: '常客角色',
    level: 3,
    dataScope: '全部',
    description: null,
    menus: [],
    depts: [],
    createTime: time,
  });
  await client.update('api/roles', { ...row, menus: null, dataScope: '自定义', depts: [{ id: 2 }] });
  const menus = await client.read<Row[]>('api/menus/lazy', { pid: 0 });
  expect(menus[0]).toMatchObject({ label: expect.any(String), leaf: expect.any(Boolean) });
  const below = await client.read<number[]>('api/menus/child', { id: menus[0]?.id });
  expect(below).toContain(menus[0]?.id);
  await client.update('api/roles/menu', { id, menus: below.map((menu) => ({ id: menu })) });
  const saved = await client.read<Row>(`api/roles/${id}`);
  expect(saved).toMatchObject({
    id,
    depts: [{ id: 2, name: expect.any(String) }],
    menus: expect.arrayContaining([{ id: below[0] }]),
  });
  await client.isSheet('api/roles');
  await client.remove('api/roles', [id]);
});

test('menus', async () => {
  const { content, totalElements } = await client.list('api/menus', { createTime: undefined });
  expect(content).toHaveLength(totalElements);
  const roots = content.filter(({ hasChildren }) => hasChildren);
  const children = await client.read('api/menus', { pid: roots[0]?.id });
  expect(children.content).toHaveLength(children.totalElements);
  expect(children.content[0]).toMatchObject({
    pid: roots[0]?.id,
    title: expect.any(String),
    iFrame: expect.any(Boolean),
    createTime: time,
  });
  const form = {
    id: null,
    title: '常客菜单',
    menuSort: 999,
    path: 'stock',
    component: null,
    componentName: null,
    iFrame: 'false',
    roles: [],
    pid: 0,
    icon: null,
    cache: 'false',
    hidden: 'false',
    type: '0',
    permission: null,
  };
  const id = await client.create('api/menus', form);
  const found = await client.list('api/menus', { blurry: '常客菜单', createTime: range });
  expect(found.content).toMatchObject([
    { id, pid: null, type: 0, label: '常客菜单', leaf: true, hasChildren: false },
  ]);
  const superior = await client.send('POST', 'api/menus/superior', [id]);
  expect([superior.status, superior.body.some((one: Row) => one.id === id)]).toEqual([200, false]);
  await client.update('api/menus', {
    ...found.content[0],
    pid: 0,
    title: '常客目录',
    type: '0',
    hidden: 'true',
    roles: [],
  });
  await client.isSheet('api/menus');
  await client.remove('api/menus', [id]);
});

test('departments', async () => {
  expect((await client.list('api/dept')).content.length).toBeGreaterThan(0);
  const form = { id: null, name: '常客部', isTop: '0', subCount: 0, pid: 2, deptSort: 999, enabled: 'true' };
  const id = await client.create('api/dept', form);
  const found = await client.list('api/dept', { name: '常客部', createTime: range, enabled: 'true' });
  const [row] = found.content as [Row];
  expect(row).toMatchObject({
    id,
    pid: 2,
    name: '常客部',
    deptSort: 999,
    enabled: true,
    hasChildren: false,
    createTime: time,
  });
  const superior = await client.send('POST', 'api/dept/superior?exclude=true', [id]);
  expect([superior.status, superior.body.content.length > 0]).toEqual([200, true]);
  await client.update('api/dept', { ...row, isTop: '0', name: '熟客部', enabled: 'true', children: null });
  await client.toggleTwice('api/dept', { ...row, name: '熟客部' });
  await client.isSheet('api/dept', { name: '客部' });
  await client.remove('api/dept', [id]);
});

test('jobs', async () => {
  const id = await client.create('api/job', { id: null, name: '常客岗', jobSort: 999, enabled: true });
  const { content } = await client.read('api/job', {
    page: 0,
    size: 10,
    sort: ['jobSort,asc', 'id,desc'],
    name: '常客',
    enabled: 'true',
    createTime: range,
  });
  const [row] = content as [Row];
  expect(row).toMatchObject({ id, name: '常客岗', jobSort: 999, enabled: true, createTime: time });
  await client.toggleTwice('api/job', row);
  await client.isSheet('api/job');
  await client.remove('api/job', [id]);
});

test('dictionaries and their details', async () => {
  const dictId = await client.create('api/dict', {
    id: null,
    name: 'stock_dict',
    description: null,
    dictDetails: [],
  });
  const { content } = await client.list('api/dict', { blurry: 'stock_dict' });
  expect(content).toMatchObject([{ id: dictId, name: 'stock_dict', description: null }]);
  await client.update('api/dict', { ...content[0], description: '常客', dictDetails: null });
  expect(await client.read<Row[]>('api/dict/all')).toContainEqual(
    expect.objectContaining({ id: dictId, description: '常客' }),
  );
  const id = await client.create('api/dictDetail', {
    dict: { id: dictId },
    id: null,
    label: '甲',
    value: 'a',
    dictSort: 999,
  });
  const details = await client.read('api/dictDetail', {
    page: 0,
    size: 10,
    sort: ['dictSort,asc', 'id,desc'],
    dictName: 'stock_dict',
    label: '甲',
  });
  expect(details.content).toMatchObject([
    { id, label: '甲', value: 'a', dictSort: 999, dict: { id: dictId } },
  ]);
  await client.update('api/dictDetail', { ...details.content[0], label: '乙' });
  expect(
    await client.read('api/dictDetail/map', { dictName: 'stock_dict', page: 0, size: 9999 }),
  ).toMatchObject({
    stock_dict: [{ label: '乙' }],
  });
  await client.remove(`api/dictDetail/${id}`);
  await client.isSheet('api/dict', { blurry: 'stock' });
  await client.remove('api/dict/', [dictId]);
});
