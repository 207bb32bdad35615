import { afterAll, beforeAll, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { onlineApi } from '@zhiping/shared/contracts/online.ts';
import { createRole, findSchoolId, openTestSession, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token: admin } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(() => server.close());

const sessionsOf = async (username: string, token = admin) =>
  (await server.call(onlineApi.list, { token, query: { blurry: username, size: 100 } })).body.content;
const isIn = async (token: string) => (await server.call(authApi.info, { token })).status === 200;

test('lists sessions that can still be used, without anything that opens them', async () => {
  const { id, username, token } = await signedIn(server.db, { deptId: 2 });
  const [session] = await sessionsOf(username);
  expect(session).toMatchObject({
    uid: id,
    userName: username,
    dept: '评审办公室',
    ip: '127.0.0.1',
    address: '内网 IP',
  });
  expect(JSON.stringify(session)).not.toContain(token.slice(7));
  await server.db
    .updateTable('session')
    .set({ seen_at: new Date(Date.now() - 3 * 3_600_000) })
    .where('user_id', '=', id)
    .execute();
  expect(await sessionsOf(username)).toEqual([]);
});

test('kicks exactly the named sessions', async () => {
  const named = await signedIn(server.db, { username: 'kicked' });
  const second = await openTestSession(server.db, named.id);
  const similar = await signedIn(server.db, { username: 'kicked2' });
  const all = await sessionsOf('kicked');
  const keys = all.filter(({ userName }) => userName === 'kicked').map(({ key }) => key);
  expect((await server.call(onlineApi.kick, { token: admin, body: [keys[0] as string] })).status).toBe(200);
  expect([await isIn(named.token), await isIn(second)].filter(Boolean)).toHaveLength(1);
  expect(await isIn(similar.token)).toBe(true);
});

test('neither shows nor ends sessions outside the scope', async () => {
  const role = await createRole(server.db, { permissions: ['online:list', 'online:del'], dataScope: '本级' });
  const [here, there] = [
    await findSchoolId(server.db, '厦门大学'),
    await findSchoolId(server.db, '山东大学'),
  ];
  const officer = await signedIn(server.db, { roleIds: [role], deptId: here });
  const other = await signedIn(server.db, { deptId: there });
  expect(await sessionsOf(other.username, officer.token)).toEqual([]);
  const [hidden] = await sessionsOf(other.username);
  await server.call(onlineApi.kick, { token: officer.token, body: [hidden?.key as string] });
  expect(await isIn(other.token)).toBe(true);
});
