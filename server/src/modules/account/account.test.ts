import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser, openTestSession, PASSWORD, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { changeFirstPassword, encrypted, signIn } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW = 'Fresh-Battery-2026';
const info = async (token: string) => (await server.call(authApi.info, { token })).body;

describe('profile', () => {
  const profile = { nickName: '新昵称', gender: '女' as const, phone: '13700000001' };

  test('is saved, with a phone as number or string', async () => {
    const { id, token } = await signedIn(server.db);
    const body = { id, ...profile, phone: 13700000001 };
    expect((await server.call(accountApi.saveProfile, { token, body })).status).toBe(204);
    expect((await info(token)).user).toMatchObject(profile);
  });

  test('of another account cannot be saved', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
    const { status } = await server.call(accountApi.saveProfile, {
      token: one.token,
      body: { id: two.id, ...profile },
    });
    expect(status).toBe(403);
    expect((await info(two.token)).user.nickName).not.toBe(profile.nickName);
  });

  test('with the phone of another account is saved, which tells nothing of that account', async () => {
    await createUser(server.db, { phone: '13700000002' });
    const { id, token } = await signedIn(server.db);
    const { status } = await server.call(accountApi.saveProfile, {
      token,
      body: { id, ...profile, phone: '13700000002' },
    });
    expect(status).toBe(204);
  });
});

test('preferences follow the user', async () => {
  const { id, token } = await signedIn(server.db);
  const body = { tagsView: false, uniqueOpened: 'true', unknown: 1 };
  expect((await server.call(accountApi.savePreferences, { token, body })).status).toBe(204);
  expect((await info(await openTestSession(server.db, id))).preferences).toEqual({
    tagsView: false,
    uniqueOpened: true,
  });
});

describe('password', () => {
  const change = async (token: string, oldPass: string, newPass: string) =>
    server.call(accountApi.changePassword, {
      token,
      body: { oldPass: await encrypted(server, oldPass), newPass: await encrypted(server, newPass) },
    });

  test('change ends the other sessions, not the own one', async () => {
    const { id, username, token } = await signedIn(server.db);
    const other = await openTestSession(server.db, id);
    expect((await change(token, PASSWORD, NEW)).status).toBe(200);
    expect((await server.call(authApi.info, { token })).status).toBe(200);
    expect((await server.call(authApi.info, { token: other })).status).toBe(401);
    expect((await signIn(server, { username, password: NEW })).status).toBe(200);
    expect((await signIn(server, { username, remoteAddress: '10.9.0.1' })).status).toBe(400);
  });

  test.each([
    ['a wrong old one', 'wrong', NEW, 'oldPass', '密码错误'],
    ['the old one again', PASSWORD, PASSWORD, 'newPass', '新密码不能与旧密码相同'],
    [
      'a weak one',
      PASSWORD,
      'aaaaaaaaaa',
      'newPass',
      '密码应含大写、小写、数字、符号中的三种，或不少于 16 个字符',
    ],
  ])('refuses %s on its field', async (_, oldPass, newPass, field, message) => {
    const { token } = await signedIn(server.db);
    const { status, error } = await change(token, oldPass, newPass);
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
  });

  test('never is the initial one again, in whichever way it is typed', async () => {
    const own = await startTestServer({
      env: { INITIAL_PASSWORD: 'Häuser-Initial-26', INITIAL_ADMIN_PASSWORD: 'Admin-Initial-26' },
    });
    const person = await signedIn(own.db);
    const first = await createUser(own.db, { mustChangePassword: true, phone: null });
    for (const initial of [
      'Häuser-Initial-26'.normalize('NFC'),
      'Häuser-Initial-26'.normalize('NFD'),
      'Admin-Initial-26',
      'Admin-Initial-26 ',
      '\u3000aDMIN-INITIAL-26',
    ]) {
      const { status, error } = await own.call(accountApi.changePassword, {
        token: person.token,
        body: { oldPass: await encrypted(own, PASSWORD), newPass: await encrypted(own, initial) },
      });
      expect([status, error.errors]).toEqual([400, [{ field: 'newPass', message: '不能使用初始密码' }]]);
      const chosen = await changeFirstPassword(own, { username: first.username, newPass: initial });
      expect([chosen.status, chosen.error.errors?.[0]?.message]).toEqual([400, '不能使用初始密码']);
    }
    await own.close();
  });

  test('five wrong old ones lock', async () => {
    const { token } = await signedIn(server.db);
    for (let attempt = 0; attempt < 5; attempt += 1) await change(token, 'wrong', NEW);
    expect((await change(token, PASSWORD, NEW)).error.code).toBe('auth.locked');
  });
});

describe('avatar', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  const upload = async (token: string, bytes: Buffer, field = 'avatar', name = 'me.png') => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const response = await server.app.inject({
      method: 'POST',
      url: '/title/api/users/updateAvatar',
      headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: response.statusCode, body: response.json() };
  };

  test('is stored by its content and served without a session', async () => {
    const { token } = await signedIn(server.db);
    const { status, body } = await upload(token, png);
    expect(status).toBe(200);
    const { user } = await info(token);
    expect(user).toMatchObject({ avatarName: body.avatar, avatarPath: `/title/avatar/${body.avatar}` });
    const picture = await server.app.inject(user.avatarPath as string);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
    expect(picture.rawPayload.equals(png)).toBe(true);
  });

  test.each([
    ['a page named png', Buffer.from('<html><script>alert(1)</script>'), 'avatar', 400],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'avatar', 400],
    ['nothing', Buffer.alloc(0), 'avatar', 400],
    ['another field', png, 'file', 400],
    ['more than 5 MB', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'avatar', 413],
  ] as const)('refuses %s', async (_, bytes, field, status) => {
    const { token } = await signedIn(server.db);
    const answer = await upload(token, bytes, field);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/[一-鿿]/);
  });

  test('cannot be read once it is replaced, nor can any other stored picture', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
    const other = Buffer.concat([png, Buffer.from('other')]);
    const { body } = await upload(one.token, other);
    await upload(two.token, other);
    const read = async () => (await server.app.inject(`/title/avatar/${body.avatar}`)).statusCode;
    await upload(one.token, png);
    expect(await read()).toBe(200);
    await upload(two.token, png);
    expect(await read()).toBe(404);

    const office = await signedIn(server.db, { roleIds: [3] });
    const secret = Buffer.concat([png, Buffer.from('of an article that is not published')]);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(secret)]), 'a.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const stored = await server.app.inject({
      method: 'POST',
      url: '/title/api/localStorage/pictures',
      headers: {
        authorization: office.token,
        'content-type': request.headers.get('content-type') as string,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(stored.statusCode).toBeLessThan(300);
    const { sha256, format } = await server.db
      .selectFrom('stored_file')
      .select(['sha256', 'format'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect((await server.app.inject(`/title/avatar/${sha256}.${format}`)).statusCode).toBe(404);
  });

  test.each(['../../../../etc/passwd', `${'0'.repeat(64)}.png`, 'x.svg'])('%s is no avatar', async (name) => {
    const { statusCode } = await server.app.inject(`/title/avatar/${encodeURIComponent(name)}`);
    expect([400, 404]).toContain(statusCode);
  });
});

describe('e-mail', () => {
  const ask = (token: string, email: string) =>
    server.call(accountApi.sendEmailCode, { token, query: { email } });
  const codeFor = async (email: string) => {
    const read = async () =>
      (await server.db.selectFrom('outbox').select('content').where('recipient', '=', email).execute())[0]
        ?.content;
    await expect.poll(read).toBeTruthy();
    return /\d{6}/.exec((await read()) as string)?.[0] as string;
  };
  const change = async (token: string, email: string, code: string, password = PASSWORD) =>
    server.call(accountApi.changeEmail, {
      token,
      params: { code },
      body: { email, password: await encrypted(server, password) },
    });

  test('changes with the password and the code that went to the new address', async () => {
    const { token } = await signedIn(server.db);
    expect((await ask(token, 'new1@example.org')).body).toEqual({ expiresIn: 300, retryAfter: 60 });
    const code = await codeFor('new1@example.org');
    expect((await change(token, 'other@example.org', code)).status).toBe(400);
    expect((await change(token, 'new1@example.org', code, 'wrong')).error.errors?.[0]?.field).toBe(
      'password',
    );
    expect((await change(token, 'new1@example.org', code)).status).toBe(200);
    expect((await info(token)).user.email).toBe('new1@example.org');
    expect((await change(token, 'new1@example.org', code)).status).toBe(400);
  });

  test('the code of one user does nothing for another', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
    await ask(one.token, 'new2@example.org');
    expect((await change(two.token, 'new2@example.org', await codeFor('new2@example.org'))).status).toBe(400);
  });

  test('of another account is refused', async () => {
    const { username } = await createUser(server.db);
    const { token } = await signedIn(server.db);
    const email = `${username.toUpperCase()}@example.edu.cn`;
    await ask(token, email);
    const { error } = await change(token, email, await codeFor(email));
    expect(error.errors).toEqual([{ field: 'email', message: '邮箱已被使用' }]);
  });
});
