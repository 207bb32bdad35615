import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser, PASSWORD, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { changeFirstPassword, encrypted, signIn, takeCaptcha } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ connection: server.connection });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const NEW = 'Fresh-Battery-2026';
const nodeOf = (number: number) => (number % 2 === 0 ? server : other);
const codesOf = (answers: { error?: { code?: string } }[]) => answers.map(({ error }) => error?.code);
const count = (codes: (string | undefined)[], code: string) => codes.filter((one) => one === code).length;

/** Everything is ready before the first is sent, so that all of them are under way at the same moment. */
const allAtOnce = async <T>(length: number, prepare: (number: number) => Promise<() => Promise<T>>) => {
  const ready = await Promise.all(Array.from({ length }, (_, number) => prepare(number)));
  return Promise.all(ready.map((send) => send()));
};

const login = async (username: string, password: string, remoteAddress: string, node = server) => {
  const body = { username, password: await encrypted(node, password), ...(await takeCaptcha(node)) };
  return () => node.call(authApi.login, { body, remoteAddress });
};

test('of 200 guesses at one moment, on two nodes and from many addresses, thirty are checked', async () => {
  const { username } = await createUser(server.db);
  const answers = await allAtOnce(200, (number) =>
    login(username, `guess ${number}`, `10.20.${number % 50}.1`, nodeOf(number)),
  );
  const codes = codesOf(answers);
  expect(count(codes, 'auth.wrong_credentials')).toBe(30);
  expect(codes).not.toContain(undefined);
  expect((await signIn(server, { username, remoteAddress: '10.20.99.1' })).error.code).toBe('auth.locked');
});

test('of 40 guesses of a name from one address, on two nodes, five are checked', async () => {
  const { username } = await createUser(server.db);
  const answers = await allAtOnce(40, (number) =>
    login(username, `guess ${number}`, '10.20.100.1', nodeOf(number)),
  );
  expect(count(codesOf(answers), 'auth.wrong_credentials')).toBe(5);
  expect((await signIn(server, { username, remoteAddress: '10.20.100.2' })).status).toBe(200);
});

test('of 100 names that one address tries at one moment, twenty are checked', async () => {
  const answers = await allAtOnce(100, (number) =>
    login(`spray${number}`, 'guess', '10.21.0.1', nodeOf(number)),
  );
  expect(count(codesOf(answers), 'auth.wrong_credentials')).toBe(20);
});

test('the old password of a first sign-in is guessed no faster', async () => {
  const { username } = await createUser(server.db, { mustChangePassword: true, phone: null });
  const answers = await allAtOnce(40, async (number) => {
    const body = {
      username,
      oldPass: await encrypted(server, `guess ${number}`),
      newPass: await encrypted(server, NEW),
      ...(await takeCaptcha(server)),
    };
    return () => server.call(authApi.changePassword, { body, remoteAddress: `10.22.0.${number}` });
  });
  expect(count(codesOf(answers), 'auth.wrong_credentials')).toBe(30);
  expect(
    (await changeFirstPassword(server, { username, newPass: NEW, remoteAddress: '10.22.1.1' })).error.code,
  ).toBe('auth.locked');
});

test('nor is the password of a stolen session', async () => {
  const { token } = await signedIn(server.db);
  const answers = await allAtOnce(40, async (number) => {
    const body = {
      oldPass: await encrypted(server, `guess ${number}`),
      newPass: await encrypted(server, NEW),
    };
    return () => server.call(accountApi.changePassword, { token, body, remoteAddress: `10.23.0.${number}` });
  });
  expect(count(codesOf(answers), 'auth.wrong_password')).toBe(30);
});

test('simultaneous right passwords lock no account, and leave nothing behind', async () => {
  const remoteAddress = '10.24.0.1';
  const { username } = await createUser(server.db);
  const answers = await allAtOnce(30, () => login(username, PASSWORD, remoteAddress));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const left = await server.db
    .selectFrom('login_failure')
    .select('id')
    .where((row) => row.or([row('username', '=', username), row('address', '=', remoteAddress)]))
    .execute();
  expect(left).toEqual([]);
});

test('others sign in while one address has hundreds of passwords to be checked', async () => {
  const { username } = await createUser(server.db);
  const mine = await login(username, PASSWORD, '10.25.0.2');
  const crowd = await Promise.all(
    Array.from({ length: 120 }, async () =>
      login((await createUser(server.db)).username, PASSWORD, '10.25.0.1'),
    ),
  );
  let done = 0;
  const crowding = crowd.map(async (send) => {
    await send();
    done += 1;
  });
  expect((await mine()).status).toBe(200);
  expect(done).toBeLessThan(40);
  await Promise.all(crowding);
});

test('an e-mail code takes five tries, however many come at one moment', async () => {
  const { token } = await signedIn(server.db);
  const email = 'parallel@example.org';
  await server.call(accountApi.sendEmailCode, { token, query: { email } });
  const mail = await server.db
    .selectFrom('outbox')
    .select('content')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const right = /\d{6}/.exec(mail.content)?.[0] as string;
  const check = (code: string) => server.call(accountApi.checkEmailCode, { token, query: { email, code } });
  await allAtOnce(60, async () => () => check('wrong'));
  expect((await check(right)).status).toBe(400);
  const { attempts } = await server.db
    .selectFrom('one_time_code')
    .select('attempts')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  expect(attempts).toBe(5);
});

test('an address asks for thirty codes in ten minutes, not for more at one moment', async () => {
  const answers = await allAtOnce(
    60,
    async (number) => () =>
      nodeOf(number).call(authApi.phoneCode, {
        query: { phoneNumber: `137${String(number).padStart(8, '0')}` },
        remoteAddress: '10.26.0.1',
      }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
});
