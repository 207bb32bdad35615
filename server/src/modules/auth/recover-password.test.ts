import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser, openTestSession, PASSWORD } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { codeSentTo, encrypted, signIn, takeCaptcha } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW = 'Fresh-Battery-2026';

let line = 0;
const freshPhone = () => `137${String((line += 1)).padStart(8, '0')}`;

type Forgetful = { roleIds?: number[]; provenPhone?: string | null };

/** By default an expert who proved their phone at the first sign-in. */
const forgetful = async ({ roleIds = [6], provenPhone }: Forgetful = {}) => {
  const phone = freshPhone();
  const user = await createUser(server.db, { phone, roleIds });
  await server.db
    .updateTable('sys_user')
    .set({ proven_phone: provenPhone === undefined ? phone : provenPhone, email: `${phone}@example.edu.cn` })
    .where('id', '=', user.id)
    .execute();
  await server.call(authApi.phoneCode, { query: { phoneNumber: phone } });
  return { ...user, phone, pinCode: await codeSentTo(server, phone) };
};

type Recovery = { username: string; pinCode?: string; newPass?: string; remoteAddress?: string };

const recover = async ({ username, pinCode, newPass = NEW, remoteAddress = '127.0.0.1' }: Recovery) =>
  server.call(authApi.changePassword, {
    body: {
      username,
      pinCode,
      newPass: await encrypted(server, newPass),
      ...(await takeCaptcha(server)),
    },
    remoteAddress,
  });

test.each([
  ['an expert', [6]],
  ['an applicant', [7]],
  ['an expert who applies', [6, 7]],
])('%s sets a new password by the code, and other sessions end', async (_, roleIds) => {
  const { id, username, phone, pinCode } = await forgetful({ roleIds });
  const other = await openTestSession(server.db, id);
  const recovered = await recover({ username, pinCode });
  expect(recovered.status, recovered.error?.message).toBe(200);
  expect((await server.call(authApi.info, { token: recovered.body.token })).body.user.username).toBe(
    username,
  );
  expect((await server.call(authApi.info, { token: other })).status).toBe(401);
  expect((await signIn(server, { username, password: PASSWORD })).status).toBe(400);
  expect((await signIn(server, { username, password: NEW })).status).toBe(200);
  const events = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('entity_id', '=', String(id))
    .execute();
  expect(events.map(({ action }) => action)).toContain('user.password_recovered');
  const mails = await server.db
    .selectFrom('outbox')
    .select('content')
    .where('recipient', '=', `${phone}@example.edu.cn`)
    .execute();
  expect(mails).toMatchObject([{ content: expect.stringContaining('凭短信验证码重新设置') }]);
});

test('the phone of the first sign-in is proven by it', async () => {
  const phone = freshPhone();
  const { id, username } = await createUser(server.db, { mustChangePassword: true, phone, roleIds: [6] });
  await server.call(authApi.phoneCode, { query: { phoneNumber: phone } });
  const body = {
    username,
    oldPass: await encrypted(server, PASSWORD),
    newPass: await encrypted(server, NEW),
    pinCode: await codeSentTo(server, phone),
  };
  const first = await server.call(authApi.changePassword, {
    body: { ...body, ...(await takeCaptcha(server)) },
  });
  expect(first.status).toBe(200);
  const stored = await server.db
    .selectFrom('sys_user')
    .select('proven_phone')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(stored).toEqual({ proven_phone: phone });
});

describe('nothing is given to', () => {
  test('a wrong code, which says the same as a name that does not exist', async () => {
    const { username } = await forgetful();
    const wrong = await recover({ username, pinCode: 'abcdef' });
    const unknown = await recover({ username: 'nobody-at-all', pinCode: 'abcdef' });
    expect([wrong.status, wrong.error.errors]).toEqual([400, unknown.error.errors]);
    expect(wrong.error.errors).toMatchObject([{ field: 'pinCode' }]);
    expect((await signIn(server, { username })).status).toBe(200);
    // The code of another number does not help either.
    const { pinCode } = await forgetful();
    expect((await recover({ username, pinCode })).status).toBe(400);
  });

  test('a code that is missing, or was used', async () => {
    const { username, pinCode } = await forgetful();
    expect((await recover({ username })).error.errors).toEqual([
      { field: 'pinCode', message: '请输入短信验证码' },
    ]);
    expect((await recover({ username, pinCode })).status).toBe(200);
    expect((await recover({ username, pinCode, newPass: `${NEW}b` })).status).toBe(400);
  });

  test('sixty simultaneous requests with the right code, but for one', async () => {
    const { username, pinCode } = await forgetful();
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        recover({ username, pinCode, remoteAddress: `10.32.0.${number}` }),
      ),
    );
    const statuses = sent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });

  const guess = (username: string, addressOf: (number: number) => string) =>
    Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        recover({ username, pinCode: `no${number}`, remoteAddress: addressOf(number) }),
      ),
    );

  test('guessing: five wrong codes from one address lock the account there', async () => {
    const { username, pinCode } = await forgetful();
    const remoteAddress = '10.31.1.1';
    const codes = (await guess(username, () => remoteAddress)).map(({ error }) => error.code);
    expect(codes.filter((code) => code === 'auth.locked').length).toBeGreaterThanOrEqual(7);
    expect((await recover({ username, pinCode, remoteAddress })).error.code).toBe('auth.locked');
  });

  test('guessing from many addresses: after five wrong codes the right one is worth nothing', async () => {
    const { username, pinCode } = await forgetful();
    const statuses = (await guess(username, (number) => `10.31.0.${number}`)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await recover({ username, pinCode, remoteAddress: '10.31.2.1' })).error.code).toBe('code.wrong');
  });

  test.each([
    ['was written into the account by somebody else', '13900000001'],
    ['was never proven', null],
  ])('a phone that %s', async (_, provenPhone) => {
    const { username, pinCode } = await forgetful({ provenPhone });
    expect((await recover({ username, pinCode })).error.code).toBe('auth.phone_not_proven');
    expect((await signIn(server, { username })).status).toBe(200);
  });

  test.each([
    ['the review office', [3]],
    ['a supervisor', [4]],
    ['an expert who is also of the office', [3, 6]],
    ['a super administrator', [1]],
  ])('%s', async (_, roleIds) => {
    const { username, pinCode } = await forgetful({ roleIds });
    expect((await recover({ username, pinCode })).error.code).toBe('auth.not_recoverable');
    expect((await signIn(server, { username })).status).toBe(200);
  });

  test('a disabled account', async () => {
    const { id, username, pinCode } = await forgetful();
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', id).execute();
    expect((await recover({ username, pinCode })).error.code).toBe('auth.disabled');
  });

  test('a weak password, which leaves the code good', async () => {
    const { username, pinCode } = await forgetful();
    expect((await recover({ username, pinCode, newPass: 'short' })).error.errors).toMatchObject([
      { field: 'newPass' },
    ]);
    expect((await recover({ username, pinCode })).status).toBe(200);
  });
});
