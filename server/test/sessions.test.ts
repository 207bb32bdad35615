import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { healthApi } from '@zhiping/shared/contracts/health.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { createExpert, createRole, createUser, openTestSession, signedIn } from './factories.ts';
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

/** Processes of the database that serve the connections which listen for messages. */
const listeners = async () => {
  const { rows } = await server.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'zhiping notices' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
};

const untilListening = async () => {
  await expect.poll(listeners).toHaveLength(2);
};

/** Stopped, they neither answer nor end: what a node sees of a machine that lost its network. */
const freeze = async () => {
  const pids = await listeners();
  expect(pids).toHaveLength(2);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
};

describe.each([
  ['with its messages', async () => () => {}],
  ['while the messages are frozen', freeze],
])('a change of access holds from the next request, on every node, %s', (_, prepare) => {
  let restore: () => void;
  beforeEach(async () => {
    await untilListening();
    restore = await prepare();
  });
  afterEach(() => restore());
  const nodes = () => [server, otherNode];
  /** Both nodes know the session before the change, so that a stale memory would show. */
  const known = async (roleIds: number[] = [], deptId?: number) => {
    const user = await signedIn(server.db, { roleIds, deptId });
    for (const node of nodes()) expect(await statusOn(node, user.token)).toBe(200);
    return user;
  };
  test('disabling a user', async () => {
    const { id, token } = await known();
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', id).execute();
    for (const node of nodes()) expect(await statusOn(node, token)).toBe(401);
  });

  test('ending a session', async () => {
    const { id, token } = await known();
    await server.db.deleteFrom('session').where('user_id', '=', id).execute();
    for (const node of nodes()) expect(await statusOn(node, token)).toBe(401);
  });

  test('granting and taking away a permission', async () => {
    const role = await createRole(server.db, { permissions: ['outbox:list'] });
    const { id, token } = await known();
    const listOn = async (node: TestServer) => (await node.call(outboxApi.list, { token })).status;
    for (const node of nodes()) expect(await listOn(node)).toBe(403);
    await server.db.insertInto('user_role').values({ user_id: id, role_id: role }).execute();
    for (const node of nodes()) expect(await listOn(node)).toBe(200);
    await server.db.deleteFrom('role_menu').where('role_id', '=', role).execute();
    for (const node of nodes()) expect(await listOn(node)).toBe(403);
  });

  test('passing a role on to another account', async () => {
    const role = await createRole(server.db, { permissions: ['outbox:list'] });
    const [former, next] = [await known([role]), await known()];
    const statusesOn = async (node: TestServer) => [
      (await node.call(outboxApi.list, { token: former.token })).status,
      (await node.call(outboxApi.list, { token: next.token })).status,
    ];
    for (const node of nodes()) expect(await statusesOn(node)).toEqual([200, 403]);
    await server.db
      .updateTable('user_role')
      .set({ user_id: next.id })
      .where('user_id', '=', former.id)
      .execute();
    for (const node of nodes()) expect(await statusesOn(node)).toEqual([403, 200]);
  });

  test('passing a job on to another account', async () => {
    const { id: job } = await server.db
      .insertInto('job')
      .values({ name: `岗位${Math.random()}`, job_sort: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [former, next] = [await known(), await known()];
    await server.db.insertInto('user_job').values({ user_id: former.id, job_id: job }).execute();
    const holdersOn = async (node: TestServer) =>
      Promise.all(
        [former, next].map(
          async ({ token }) => (await node.call(authApi.info, { token })).body.user.jobs.length,
        ),
      );
    for (const node of nodes()) expect(await holdersOn(node)).toEqual([1, 0]);
    await server.db.updateTable('user_job').set({ user_id: next.id }).where('job_id', '=', job).execute();
    for (const node of nodes()) expect(await holdersOn(node)).toEqual([0, 1]);
  });

  test('emptying what links roles to menus', async () => {
    const role = await createRole(server.db, { permissions: ['outbox:list'] });
    const { token } = await known([role]);
    const listOn = async (node: TestServer) => (await node.call(outboxApi.list, { token })).status;
    for (const node of nodes()) expect(await listOn(node)).toBe(200);
    const links = await server.db.selectFrom('role_menu').selectAll().execute();
    await server.pool.query('truncate role_menu');
    for (const node of nodes()) expect(await listOn(node)).toBe(403);
    await server.db.insertInto('role_menu').values(links).execute();
  });

  test('moving a department out of a scope', async () => {
    const role = await createRole(server.db, { permissions: ['user:list'], dataScope: '本级及以下' });
    const newDept = async (pid: number | null) =>
      (
        await server.db
          .insertInto('dept')
          .values({ name: `部门${Math.random()}`, pid })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const top = await newDept(null);
    const below = await newDept(top);
    const { token } = await known([role], top);
    await createUser(server.db, { deptId: below });
    const countOn = async (node: TestServer) => (await node.call(userApi.list, { token })).body.totalElements;
    for (const node of nodes()) expect(await countOn(node)).toBe(2);
    await server.db.updateTable('dept').set({ pid: null }).where('id', '=', below).execute();
    for (const node of nodes()) expect(await countOn(node)).toBe(1);
  });

  test('confirming as an expert', async () => {
    const { token, expertId } = await createExpert(server.db);
    for (const node of nodes()) expect((await node.call(dashboardApi.read, { token })).status).toBe(403);
    await server.db
      .updateTable('expert')
      .set({ confirmed_at: new Date() })
      .where('id', '=', expertId)
      .execute();
    for (const node of nodes()) expect((await node.call(dashboardApi.read, { token })).status).toBe(200);
  });
});

test('a silently dead connection is noticed, reported by readiness, and replaced', async () => {
  const statusesOf = () =>
    Promise.all([server, otherNode].map(async (node) => (await node.call(healthApi.ready)).body.status));
  await expect.poll(statusesOf).toEqual(['ok', 'ok']);
  const restore = await freeze();
  await expect.poll(statusesOf).toContain('degraded');
  restore();
  await expect.poll(statusesOf).toEqual(['ok', 'ok']);
});

test('one user cannot be another by a token of the right form', async () => {
  const user = await createUser(server.db);
  const token = await openTestSession(server.db, user.id);
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect(await statusOn(server, forged)).toBe(401);
});
