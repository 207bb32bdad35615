import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { createUser, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { signIn } from '../../../test/sign-in-helpers.ts';

/** Locks after wrong passwords are seen by those who keep the accounts, and lifted by them. */

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await signedIn(server.db, { roleIds: [1] })).token;
});
afterAll(() => server.close());

const ADDRESS = '10.77.0.1';
const lockOut = async (username: string, times = 5) => {
  for (let attempt = 0; attempt < times; attempt += 1) {
    const remoteAddress = times === 5 ? ADDRESS : `10.78.0.${attempt + 1}`;
    await signIn(server, { username, password: 'wrong', remoteAddress });
  }
};
const read = async (id: number) =>
  (await server.call(userApi.list, { token: admin, query: { id } })).body.content[0]!;
const enter = (username: string) => signIn(server, { username, remoteAddress: ADDRESS });
const forget = () => server.db.deleteFrom('login_failure').execute();

test('a lock at an address stands at the account, is lifted there, and is on record', async () => {
  await forget();
  const { id, username } = await createUser(server.db);
  expect((await read(id)).lock).toBeNull();
  await lockOut(username);
  expect((await enter(username)).error.code).toBe('auth.locked');
  expect((await read(id)).lock).toEqual({ address: ADDRESS, until: expect.any(String) });
  const { body } = await server.call(userApi.unlock, { token: admin, body: [id] });
  expect(body).toEqual({ succeeded: 1, failed: [] });
  expect((await read(id)).lock).toBeNull();
  expect((await enter(username)).status).toBe(200);
  const { rows } = await server.pool.query(
    `select detail from audit_event where action = 'user.unlocked' and entity_id = $1`,
    [id],
  );
  expect(rows).toMatchObject([{ detail: { username } }]);
});

test('of several locks the longest is shown, also one of the phone', async () => {
  await forget();
  const { id, username } = await createUser(server.db, { phone: '13700001111' });
  await lockOut(username);
  await lockOut('13700001111', 30);
  expect((await read(id)).lock).toMatchObject({ address: null });
});

test('a reset password lifts it too', async () => {
  await forget();
  const { id, username } = await createUser(server.db);
  await lockOut(username);
  await server.call(userApi.resetPassword, { token: admin, body: [id] });
  expect((await read(id)).lock).toBeNull();
});

test('lifting forgives no address: it has tried others too', async () => {
  await forget();
  const { id, username } = await createUser(server.db);
  for (let number = 0; number < 15; number += 1)
    await signIn(server, { username: `more${number}`, password: 'wrong', remoteAddress: ADDRESS });
  await lockOut(username);
  await server.call(userApi.unlock, { token: admin, body: [id] });
  expect((await enter(username)).error.code).toBe('auth.locked');
});

test('accounts out of scope or above the own level are neither seen nor unlocked', async () => {
  await forget();
  const [own, other] = [await findSchoolId(server.db, '天津大学'), await findSchoolId(server.db, '南开大学')];
  const { token } = await signedIn(server.db, { roleIds: [2], deptId: own });
  const superior = await createUser(server.db, { roleIds: [1], deptId: own });
  await lockOut(superior.username);
  const refused = await server.call(userApi.unlock, { token, body: [superior.id] });
  expect(refused.status).toBe(400);
  expect((await read(superior.id)).lock).not.toBeNull();
  const school = await signedIn(server.db, { roleIds: [9], deptId: other });
  expect((await server.call(userApi.unlock, { token: school.token, body: [superior.id] })).status).toBe(403);
});
