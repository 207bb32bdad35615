import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { createRole, createUser, openTestSession, signedIn } from './factories.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { signIn } from './sign-in-helpers.ts';

let server: TestServer;
let otherNode: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  otherNode = await startTestServer({ connection: server.connection });
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});

const statusOn = async (node: TestServer, token: string) => (await node.call(authApi.info, { token })).status;
const moveSession = (userId: number, change: { seen_at?: Date; expires_at?: Date }) =>
  server.db.updateTable('session').set(change).where('user_id', '=', userId).execute();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('only the hash of a token is stored', async () => {
  const { token } = await signedIn(server.db);
  const { rows } = await server.pool.query("select encode(token_hash, 'hex') as hash from session");
  expect(JSON.stringify(rows)).not.toContain(token.slice('Bearer '.length));
});

describe('ends', () => {
  test('after two idle hours', async () => {
    const { id, token } = await signedIn(server.db);
    await moveSession(id, { seen_at: hoursAgo(2.01) });
    expect(await statusOn(server, token)).toBe(401);
  });

  test('not after two idle hours with remember-me, but after 24', async () => {
    const { id, username } = await createUser(server.db);
    const { body } = await signIn(server, { username, rememberMe: true });
    await moveSession(id, { seen_at: hoursAgo(23) });
    expect(await statusOn(server, body.token)).toBe(200);
    await moveSession(id, { seen_at: hoursAgo(24.01) });
    expect(await statusOn(otherNode, body.token)).toBe(401);
  });

  test('after 24 hours, however busy', async () => {
    const { id, token } = await signedIn(server.db);
    await moveSession(id, { expires_at: hoursAgo(0.001) });
    expect(await statusOn(server, token)).toBe(401);
  });

  test('on logout, which never fails', async () => {
    const { token } = await signedIn(server.db);
    expect(await statusOn(server, token)).toBe(200);
    expect((await server.call(authApi.logout, { token })).status).toBe(200);
    expect(await statusOn(server, token)).toBe(401);
    expect((await server.call(authApi.logout, { token })).status).toBe(200);
    expect((await server.call(authApi.logout)).status).toBe(200);
  });
});

test('use keeps a session alive', async () => {
  const { id, token } = await signedIn(server.db);
  await moveSession(id, { seen_at: hoursAgo(1.9) });
  expect(await statusOn(server, token)).toBe(200);
  const { seen_at } = await server.db
    .selectFrom('session')
    .select('seen_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Date.now() - seen_at.getTime()).toBeLessThan(60_000);
});

describe('a change of access holds from the next request, on every node', () => {
  const nodes = () => [server, otherNode];
  /** Both nodes know the session before the change, so that a stale memory would show. */
  const known = async (roleIds: number[] = []) => {
    const user = await signedIn(server.db, { roleIds });
    for (const node of nodes()) expect(await statusOn(node, user.token)).toBe(200);
    return user;
  };
  const soon = { interval: 5, timeout: 1000 };

  test('disabling a user', async () => {
    const { id, token } = await known();
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', id).execute();
    for (const node of nodes()) await expect.poll(() => statusOn(node, token), soon).toBe(401);
  });

  test('ending a session', async () => {
    const { id, token } = await known();
    await server.db.deleteFrom('session').where('user_id', '=', id).execute();
    for (const node of nodes()) await expect.poll(() => statusOn(node, token), soon).toBe(401);
  });

  test('granting and taking away a permission', async () => {
    const role = await createRole(server.db, { permissions: ['outbox:list'] });
    const { id, token } = await known();
    const listOn = async (node: TestServer) => (await node.call(outboxApi.list, { token })).status;
    for (const node of nodes()) expect(await listOn(node)).toBe(403);
    await server.db.insertInto('user_role').values({ user_id: id, role_id: role }).execute();
    for (const node of nodes()) await expect.poll(() => listOn(node), soon).toBe(200);
    await server.db.deleteFrom('role_menu').where('role_id', '=', role).execute();
    for (const node of nodes()) await expect.poll(() => listOn(node), soon).toBe(403);
  });

  test('losing the connection that listens', async () => {
    const { id, token } = await known();
    await server.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen zhiping' and datname = current_database()",
    );
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', id).execute();
    for (const node of nodes()) await expect.poll(() => statusOn(node, token), soon).toBe(401);
  });
});

test('one user cannot be another by a token of the right form', async () => {
  const user = await createUser(server.db);
  const token = await openTestSession(server.db, user.id);
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect(await statusOn(server, forged)).toBe(401);
});
