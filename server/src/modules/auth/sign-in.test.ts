import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser, PASSWORD } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { encrypted, signIn, takeCaptcha } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Tests share a server; an address of its own keeps the failures of one from locking out another. */
let address = 0;
const freshAddress = () => `10.1.${Math.floor((address += 1) / 250)}.${(address % 250) + 1}`;

test('signing in answers a bearer token that opens auth/info, and never a password hash', async () => {
  const { username } = await createUser(server.db, { roleIds: [5] });
  const login = await signIn(server, { username });
  expect(login.status).toBe(200);
  expect(login.body.token).toMatch(/^Bearer [\w-]{43}$/);
  const info = await server.call(authApi.info, { token: login.body.token });
  expect(info.body).toEqual(login.body.user);
  expect(JSON.stringify(login.body)).not.toContain('argon2');
});

test('the user name ignores case', async () => {
  const { username } = await createUser(server.db);
  expect((await signIn(server, { username: username.toUpperCase() })).status).toBe(200);
});

test('an account without roles holds ROLE_SYSTEM_DEFAULT, and sees no department', async () => {
  const { username } = await createUser(server.db);
  const { body } = await signIn(server, { username });
  expect(body.user).toMatchObject({ roles: ['ROLE_SYSTEM_DEFAULT'], dataScopes: [], expert: null });
});

test('a super administrator holds admin and sees everything', async () => {
  const { username } = await createUser(server.db, { roleIds: [1] });
  const { body } = await signIn(server, { username });
  expect(body.user).toMatchObject({ roles: ['admin'], dataScopes: null });
});

describe('captcha', () => {
  const loginWith = async (captcha: { uuid: string; code: string }) => {
    const { username } = await createUser(server.db);
    const password = await encrypted(server, PASSWORD);
    return server.call(authApi.login, { body: { username, password, ...captcha } });
  };

  test('ignores case', async () => {
    const captcha = await takeCaptcha(server);
    expect((await loginWith({ ...captcha, code: captcha.code.toLowerCase() })).status).toBe(200);
  });

  test('is gone after one try, right or wrong', async () => {
    const captcha = await takeCaptcha(server);
    expect((await loginWith({ ...captcha, code: 'no' })).error.message).toBe('验证码错误');
    expect((await loginWith(captcha)).error.message).toBe('图形验证码不存在或已过期');
  });

  test('is gone after two minutes', async () => {
    const captcha = await takeCaptcha(server);
    await server.db
      .updateTable('captcha')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', captcha.uuid)
      .execute();
    expect((await loginWith(captcha)).error.message).toBe('图形验证码不存在或已过期');
  });

  test('goes out as a picture without its answer', async () => {
    const { body } = await server.call(authApi.captcha);
    expect(body.uuid).toMatch(/^captcha_code:[0-9a-f]{32}$/);
    const svg = Buffer.from(body.img.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toContain('<text');
  });
});

describe('refusals', () => {
  test('an unknown name and a wrong password get the same answer', async () => {
    const { username } = await createUser(server.db);
    const remoteAddress = freshAddress();
    const wrong = await signIn(server, { username, password: 'wrong', remoteAddress });
    const unknown = await signIn(server, { username: 'nobody', remoteAddress });
    expect([wrong.status, wrong.error.message]).toEqual([400, '用户名或密码错误']);
    expect([unknown.status, unknown.error.message]).toEqual([400, '用户名或密码错误']);
    expect(Object.keys(wrong.error).toSorted()).toEqual(Object.keys(unknown.error).toSorted());
  });

  test('a ciphertext that is none counts as a wrong password', async () => {
    const { username } = await createUser(server.db);
    for (const password of ['AAAA', 'not base64 at all', Buffer.alloc(256, 7).toString('base64')]) {
      const body = { username, password, ...(await takeCaptcha(server)) };
      const { error } = await server.call(authApi.login, { body, remoteAddress: freshAddress() });
      expect(error.message).toBe('用户名或密码错误');
    }
  });

  test('a disabled account', async () => {
    const { username } = await createUser(server.db, { enabled: false });
    const { status, error } = await signIn(server, { username });
    expect([status, error.message]).toEqual([400, '账号未激活！']);
  });

  test('a disabled account does not show itself to a wrong password', async () => {
    const { username } = await createUser(server.db, { enabled: false });
    const { error } = await signIn(server, { username, password: 'wrong', remoteAddress: freshAddress() });
    expect(error.message).toBe('用户名或密码错误');
  });

  test('a first login is sent to the change page, with the masked phone', async () => {
    const { username } = await createUser(server.db, { mustChangePassword: true, phone: '13912345678' });
    const { status, error } = await signIn(server, { username });
    expect([status, error.code, error['phone']]).toEqual([
      428,
      'auth.password_change_required',
      '139****5678',
    ]);
  });
});

describe('lock', () => {
  const fail = (username: string, remoteAddress: string) =>
    signIn(server, { username, password: 'wrong', remoteAddress });

  test('five failures lock the name at their address, also for the right password, and nobody elsewhere', async () => {
    const { username } = await createUser(server.db);
    const remoteAddress = freshAddress();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await fail(username, remoteAddress)).error.message).toBe('用户名或密码错误');
    const { status, error } = await signIn(server, { username, remoteAddress });
    expect([status, error.code]).toEqual([400, 'auth.locked']);
    expect(error.message).toMatch(/^账号已锁定，请于 1[45] 分钟后再试$/);
    expect((await signIn(server, { username, remoteAddress: freshAddress() })).status).toBe(200);
  });

  test('thirty failures within an hour lock the name from everywhere', async () => {
    const { username } = await createUser(server.db);
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await fail(username, freshAddress())).error.code).toBe('auth.wrong_credentials');
    const { error } = await signIn(server, { username, remoteAddress: freshAddress() });
    expect(error.message).toMatch(/^账号已锁定，请于 (59|60) 分钟后再试$/);
  });

  test('unknown names lock alike, so that the lock reveals nothing', async () => {
    const remoteAddress = freshAddress();
    for (let attempt = 0; attempt < 5; attempt += 1) await fail('ghost', remoteAddress);
    expect((await fail('ghost', remoteAddress)).error.code).toBe('auth.locked');
    expect((await fail('ghost', freshAddress())).error.code).toBe('auth.wrong_credentials');
  });

  test('twenty failures lock the address, for every account', async () => {
    const remoteAddress = freshAddress();
    for (let attempt = 0; attempt < 20; attempt += 1) await fail(`spray${attempt}`, remoteAddress);
    const { username } = await createUser(server.db);
    expect((await signIn(server, { username, remoteAddress })).error.code).toBe('auth.locked');
    expect((await signIn(server, { username, remoteAddress: freshAddress() })).status).toBe(200);
  });

  test('many addresses of one IPv6 network count as one caller', async () => {
    const from = (host: number) => `2001:db8:77:1::${host.toString(16)}`;
    for (let host = 1; host <= 20; host += 1) await fail(`spray6-${host}`, from(host));
    const { username } = await createUser(server.db);
    expect((await signIn(server, { username, remoteAddress: from(999) })).error.code).toBe('auth.locked');
    const elsewhere = await signIn(server, { username, remoteAddress: '2001:db8:77:2::1' });
    expect(elsewhere.status).toBe(200);
  });

  test('a success forgives the failures before it', async () => {
    const { username } = await createUser(server.db);
    const remoteAddress = freshAddress();
    for (let attempt = 0; attempt < 4; attempt += 1) await fail(username, remoteAddress);
    expect((await signIn(server, { username, remoteAddress })).status).toBe(200);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await fail(username, remoteAddress)).error.code).toBe('auth.wrong_credentials');
  });

  test('the lock ends 15 minutes after the failures', async () => {
    const { username } = await createUser(server.db);
    const remoteAddress = freshAddress();
    for (let attempt = 0; attempt < 5; attempt += 1) await fail(username, remoteAddress);
    await server.db
      .updateTable('login_failure')
      .set({ at: new Date(Date.now() - 15 * 60_000 - 1000) })
      .where('username', '=', username)
      .execute();
    expect((await signIn(server, { username, remoteAddress })).status).toBe(200);
  });
});

test('60 parallel sign-ins of different users never mix up tokens', async () => {
  const users = await Promise.all(Array.from({ length: 60 }, () => createUser(server.db)));
  const answers = await Promise.all(users.map(({ username }) => signIn(server, { username })));
  const infos = await Promise.all(
    answers.map(({ body }) => server.call(authApi.info, { token: body.token })),
  );
  for (const [index, { id, username }] of users.entries()) {
    expect(answers[index]?.body.user.user.username).toBe(username);
    expect(infos[index]?.body.user.id).toBe(id);
  }
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(60);
});
