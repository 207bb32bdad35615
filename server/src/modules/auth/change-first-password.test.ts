import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser, openTestSession, PASSWORD } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import {
  changeFirstPassword,
  codeSentTo,
  encrypted,
  messagesTo,
  signIn,
  takeCaptcha,
} from '../../../test/sign-in-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW = 'Fresh-Battery-2026';

let line = 0;
const freshPhone = () => `138${String((line += 1)).padStart(8, '0')}`;

const newcomer = async () => {
  const phone = freshPhone();
  const user = await createUser(server.db, { mustChangePassword: true, phone });
  return { ...user, phone };
};

const askCode = (phone: string, remoteAddress = '127.0.0.1') =>
  server.call(authApi.phoneCode, { query: { phoneNumber: phone }, remoteAddress });

test('old password, new password, captcha and SMS code sign the newcomer in and end their other sessions', async () => {
  const { id, username, phone } = await newcomer();
  const other = await openTestSession(server.db, id);
  expect((await askCode(phone)).body).toEqual({ expiresIn: 300, retryAfter: 60 });
  const changed = await changeFirstPassword(server, {
    username,
    newPass: NEW,
    pinCode: await codeSentTo(server, phone),
  });
  expect(changed.status).toBe(200);
  expect((await server.call(authApi.info, { token: changed.body.token })).body.user.username).toBe(username);
  expect((await server.call(authApi.info, { token: other })).status).toBe(401);
  expect((await signIn(server, { username, password: NEW })).status).toBe(200);
  const events = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('entity_id', '=', String(id))
    .execute();
  expect(events.map(({ action }) => action)).toContain('user.password_changed');
});

test('an account without a phone needs no code', async () => {
  const { username } = await createUser(server.db, { mustChangePassword: true, phone: null });
  expect((await changeFirstPassword(server, { username, newPass: NEW })).status).toBe(200);
});

describe('the SMS code', () => {
  test.each([
    ['missing', undefined, '请输入短信验证码'],
    ['empty', ' ', '请输入短信验证码'],
    ['wrong', 'abcdef', '短信验证码错误或已过期'],
  ])('%s is refused on its field', async (_, pinCode, message) => {
    const { username, phone } = await newcomer();
    await askCode(phone);
    const { status, error } = await changeFirstPassword(server, { username, newPass: NEW, pinCode });
    expect([status, error.errors]).toEqual([400, [{ field: 'pinCode', message }]]);
  });

  test('that is missing is no try, and leaves the picture good', async () => {
    const { username, phone } = await newcomer();
    await askCode(phone);
    const captcha = await takeCaptcha(server);
    const [oldPass, newPass] = [await encrypted(server, PASSWORD), await encrypted(server, NEW)];
    const attempt = async (pinCode?: string) =>
      server.call(authApi.changePassword, { body: { username, oldPass, newPass, ...captcha, pinCode } });
    for (let time = 0; time < 4; time += 1) expect((await attempt()).error.code).toBe('code.missing');
    expect((await attempt(await codeSentTo(server, phone))).status).toBe(200);
  });

  test('that is wrong leaves the picture good for the next try, and only that', async () => {
    const { username, phone } = await newcomer();
    await askCode(phone);
    const pinCode = await codeSentTo(server, phone);
    const captcha = await takeCaptcha(server);
    const attempt = async (more: { pinCode: string; oldPass?: string }) =>
      server.call(authApi.changePassword, {
        body: {
          username,
          newPass: await encrypted(server, NEW),
          ...captcha,
          ...more,
          oldPass: await encrypted(server, more.oldPass ?? PASSWORD),
        },
      });
    expect((await attempt({ pinCode: 'no' })).error.errors).toMatchObject([{ field: 'pinCode' }]);
    expect((await attempt({ pinCode })).status).toBe(200);
    const spent = await attempt({ pinCode });
    expect(spent.error.errors).toEqual([{ field: 'code', message: '图形验证码不存在或已过期' }]);
  });

  test('is not reached with a wrong password, which uses the picture up', async () => {
    const { username } = await newcomer();
    const captcha = await takeCaptcha(server);
    const attempt = async (oldPass: string) =>
      server.call(authApi.changePassword, {
        body: {
          username,
          newPass: await encrypted(server, NEW),
          ...captcha,
          pinCode: 'no',
          oldPass: await encrypted(server, oldPass),
        },
      });
    expect((await attempt('wrong')).error.code).toBe('auth.wrong_credentials');
    expect((await attempt(PASSWORD)).error.code).toBe('captcha.gone');
  });

  test('dies after five tries', async () => {
    const { username, phone } = await newcomer();
    await askCode(phone);
    const right = await codeSentTo(server, phone);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await changeFirstPassword(server, { username, newPass: NEW, pinCode: 'no' });
    expect((await changeFirstPassword(server, { username, newPass: NEW, pinCode: right })).status).toBe(400);
  });

  test('dies after five minutes', async () => {
    const { username, phone } = await newcomer();
    await askCode(phone);
    const pinCode = await codeSentTo(server, phone);
    await server.db
      .updateTable('one_time_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('recipient', '=', phone)
      .execute();
    expect((await changeFirstPassword(server, { username, newPass: NEW, pinCode })).status).toBe(400);
  });

  test('of another phone does not do', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    await askCode(two.phone);
    const pinCode = await codeSentTo(server, two.phone);
    expect(
      (await changeFirstPassword(server, { username: one.username, newPass: NEW, pinCode })).status,
    ).toBe(400);
  });

  test('is not sent again within a minute, nor to an unknown number, with the same answers', async () => {
    const { phone } = await newcomer();
    const noUser = freshPhone();
    for (const number of [phone, noUser]) {
      expect((await askCode(number, '10.2.0.1')).status).toBe(200);
      const again = await askCode(number, '10.2.0.1');
      expect([again.status, again.error.code]).toEqual([429, 'code.too_soon']);
    }
    await codeSentTo(server, phone);
    // Queued behind the answer.
    await expect.poll(() => messagesTo(server, phone)).toHaveLength(1);
    expect(await messagesTo(server, noUser)).toHaveLength(0);
  });

  const flood = async (recipient: string, ip: string, count: number, minutesAgo = 60) => {
    await server.db
      .insertInto('one_time_code')
      .values(
        Array.from({ length: count }, () => ({
          purpose: 'phone' as const,
          recipient,
          user_id: null,
          code_hash: Buffer.alloc(32),
          ip,
          created_at: new Date(Date.now() - minutesAgo * 60_000),
          expires_at: new Date(),
        })),
      )
      .execute();
  };

  test('is sent at most ten times a day to a number, and a hundred times from an address', async () => {
    const phone = freshPhone();
    await flood(phone, '10.3.0.1', 10);
    expect((await askCode(phone, '10.3.0.2')).error.code).toBe('code.daily_limit');
    await flood(freshPhone(), '10.3.0.3', 100);
    expect((await askCode(freshPhone(), '10.3.0.3')).error.code).toBe('code.daily_limit');
  });

  test('may be asked for another number at once, since numbers are mistyped, but not for many', async () => {
    const { phone } = await newcomer();
    expect((await askCode(freshPhone(), '10.4.0.1')).status).toBe(200);
    expect((await askCode(phone, '10.4.0.1')).status).toBe(200);
    // Queued behind the answer.
    await expect.poll(() => messagesTo(server, phone)).toHaveLength(1);
    await flood(freshPhone(), '10.4.0.2', 30, 9);
    const late = await askCode(freshPhone(), '10.4.0.2');
    expect([late.status, late.error.code]).toEqual([429, 'code.too_many']);
    await flood(freshPhone(), '10.4.0.3', 30, 11);
    expect((await askCode(freshPhone(), '10.4.0.3')).status).toBe(200);
  });

  test('ten requests at the same moment send one', async () => {
    const { phone } = await newcomer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askCode(phone, '10.4.0.1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the new password', () => {
  test.each([
    ['equal to the old one', PASSWORD, '新密码不能与旧密码相同'],
    ['too short', 'Ab-1', '密码应有 10 到 72 个字符'],
  ])('%s is refused on its field', async (_, newPass, message) => {
    const { username } = await createUser(server.db, { mustChangePassword: true, phone: null });
    const { status, error } = await changeFirstPassword(server, { username, newPass });
    expect([status, error.errors]).toEqual([400, [{ field: 'newPass', message }]]);
  });
});

test('a wrong old password gets the answer of the login page and counts towards the lock', async () => {
  const { username, phone } = await newcomer();
  await askCode(phone);
  const attempt = (remoteAddress: string) =>
    changeFirstPassword(server, { username, oldPass: 'wrong', newPass: NEW, remoteAddress });
  for (let number = 1; number <= 5; number += 1)
    expect((await attempt('10.5.0.9')).error.message).toBe('用户名或密码错误');
  expect((await attempt('10.5.0.9')).error.code).toBe('auth.locked');
});
