import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIVE_PATH, type ToPage } from '@zhiping/shared/live.ts';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { onlineApi } from '@zhiping/shared/contracts/online.ts';
import { sendToRoles, sendToUser } from '../src/platform/live/broadcast.ts';
import { createExpert, createRole, signedIn } from './factories.ts';
import { databaseOf } from '../src/platform/database/other-database.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let otherNode: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  otherNode = await startTestServer({ connection: server.connection });
  for (const node of [server, otherNode]) await node.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});

const open = (node: TestServer) => {
  const { port } = node.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/title${LIVE_PATH}`);
  const heard: ToPage[] = [];
  let code: number | null = null;
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as ToPage));
  socket.addEventListener('close', (event) => (code = event.code));
  return {
    hello: (message: unknown) =>
      socket.addEventListener('open', () =>
        socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      ),
    kinds: () => heard.map(({ kind }) => kind),
    code: () => code,
    close: () => socket.close(),
  };
};

const openPage = async (node: TestServer, token: string) => {
  const page = open(node);
  page.hello({ kind: 'hello', token });
  await expect.poll(page.kinds).toEqual(['ready']);
  return page;
};

describe('is refused', () => {
  test.each([
    ['without a token', { kind: 'hello' }],
    ['with a wrong token', { kind: 'hello', token: `Bearer ${'a'.repeat(43)}` }],
    ['with something else', 'no json'],
  ])('%s', async (_, message) => {
    const page = open(server);
    page.hello(message);
    await expect.poll(page.code).toBe(4401);
    expect(page.kinds()).toEqual([]);
  });

  test('without being a websocket, in the words of every error', async () => {
    const response = await server.app.inject(`/title${LIVE_PATH}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: '请求的地址不存在' });
  });

  test('with a message that is too large', async () => {
    const page = open(server);
    page.hello('x'.repeat(10_000));
    await expect.poll(page.code).not.toBeNull();
    expect(page.kinds()).toEqual([]);
  });
});

test('one user has 30 pages at most, also those that open at the same moment', async () => {
  const { token } = await signedIn(server.db);
  const pages = Array.from({ length: 60 }, () => open(server));
  for (const page of pages) page.hello({ kind: 'hello', token });
  const ready = () => pages.filter((page) => page.kinds().includes('ready')).length;
  const refused = () => pages.filter((page) => page.code() === 4429).length;
  await expect.poll(() => ready() + refused()).toBe(60);
  expect([ready(), refused()]).toEqual([30, 30]);
  for (const page of pages) page.close();
});

test('a session that ends during the greeting of its page is reported to it', async () => {
  const { id, token } = await signedIn(server.db);
  const blocker = await server.pool.connect();
  await blocker.query('begin; lock table menu in access exclusive mode');
  const page = open(server);
  page.hello({ kind: 'hello', token });
  // The menus of the page are waited for.
  const waiting =
    "select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database() where not l.granted and l.relation = 'menu'::regclass";
  await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBeGreaterThan(0);
  await blocker.query('delete from session where user_id = $1', [id]);
  await blocker.query('commit');
  blocker.release();
  await expect.poll(page.code).toBe(4401);
});

test('a kick reaches exactly the pages of that session, on the other node too', async () => {
  const admin = await signedIn(server.db, { roleIds: [1] });
  const [kicked, other] = [await signedIn(server.db), await signedIn(server.db)];
  const pages = [await openPage(server, kicked.token), await openPage(otherNode, kicked.token)];
  const left = await openPage(otherNode, other.token);
  const { body } = await server.call(onlineApi.list, {
    token: admin.token,
    query: { blurry: kicked.username },
  });
  await server.call(onlineApi.kick, { token: admin.token, body: [body.content[0]?.key as string] });
  for (const page of pages) {
    await expect.poll(page.code).toBe(4401);
    expect(page.kinds()).toEqual(['ready', 'signedOut']);
  }
  expect(left.kinds()).toEqual(['ready']);
  left.close();
});

test('a change of roles reaches the pages of that user', async () => {
  const role = await createRole(server.db, { permissions: ['outbox:list'] });
  const [user, other] = [await signedIn(server.db), await signedIn(server.db)];
  const page = await openPage(otherNode, user.token);
  const left = await openPage(otherNode, other.token);
  await server.db.insertInto('user_role').values({ user_id: user.id, role_id: role }).execute();
  await expect.poll(page.kinds).toEqual(['ready', 'accessChanged']);
  expect(left.kinds()).toEqual(['ready']);
  for (const one of [page, left]) one.close();
});

test('a change of the menus of a role reaches its holders only', async () => {
  const [role, otherRole] = [await createRole(server.db), await createRole(server.db)];
  const holder = await signedIn(server.db, { roleIds: [role] });
  const other = await signedIn(server.db, { roleIds: [otherRole] });
  const pages = [await openPage(otherNode, holder.token), await openPage(otherNode, other.token)];
  await server.db.insertInto('role_menu').values({ role_id: role, menu_id: 1 }).execute();
  await server.db.insertInto('role_menu').values({ role_id: role, menu_id: 2 }).execute();
  await expect.poll(pages[0]?.kinds as () => string[]).toContain('accessChanged');
  expect(pages[1]?.kinds()).toEqual(['ready']);
  for (const page of pages) page.close();
});

/** Cuts the connections that carry notices, makes an unnoticed change, and restores them. */
const whileDeaf = async (work: () => Promise<unknown>) => {
  const { rows } = await server.pool.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name as string;
  const admin = new pg.Client(databaseOf(server.connection, 'postgres'));
  await admin.connect();
  const listeners = async () => {
    const { rows } = await admin.query(
      "select pid from pg_stat_activity where datname = $1 and application_name = 'zhiping notices'",
      [database],
    );
    return rows.map(({ pid }) => pid as number);
  };
  await server.db.selectFrom('sys_user').select('id').executeTakeFirst();
  const before = await listeners();
  await admin.query(`alter database ${database} with allow_connections false`);
  for (const pid of before) await admin.query('select pg_terminate_backend($1)', [pid]);
  await expect.poll(listeners).toEqual([]);
  await work();
  await admin.query(`alter database ${database} with allow_connections true`);
  await expect.poll(async () => (await listeners()).length).toBe(before.length);
  await admin.end();
};

test('changes during a lost connection to the database reach the pages afterwards', async () => {
  const role = await createRole(server.db, { permissions: ['outbox:list'] });
  const [kicked, promoted] = [await signedIn(server.db), await signedIn(server.db)];
  const [disabled, left, late] = [
    await signedIn(server.db),
    await signedIn(server.db),
    await signedIn(server.db),
  ];
  const pages = await Promise.all(
    [kicked, promoted, disabled, left].map((user, index) =>
      openPage(index % 2 === 0 ? server : otherNode, user.token),
    ),
  );
  await whileDeaf(async () => {
    await server.db.deleteFrom('session').where('user_id', '=', kicked.id).execute();
    await server.db.insertInto('user_role').values({ user_id: promoted.id, role_id: role }).execute();
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', disabled.id).execute();
  });
  await expect
    .poll(() => pages.map((page) => page.kinds().slice(1)))
    .toEqual([['signedOut'], ['accessChanged'], ['signedOut'], []]);
  await expect.poll(() => pages.map((page) => page.code())).toEqual([4401, null, 4401, null]);
  // The line works again.
  const page = await openPage(server, late.token);
  await server.db.deleteFrom('session').where('user_id', '=', late.id).execute();
  await expect.poll(page.code).toBe(4401);
  for (const open of [pages[1], pages[3]]) open?.close();
});

test('a page that cannot be judged for the moment hears nothing, and is judged when it can be', async () => {
  const role = await createRole(server.db, { permissions: ['outbox:list'] });
  const user = await signedIn(server.db);
  const page = await openPage(server, user.token);
  const logged = vi.spyOn(server.app.log, 'error');
  await server.pool.query('alter table menu rename to menu_away');
  await server.db.insertInto('user_role').values({ user_id: user.id, role_id: role }).execute();
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  const message: ToPage = { kind: 'message', message: { kind: 'info', text: '消息', link: null } };
  await sendToUser(server.db, user.id, message);
  await server.pool.query('alter table menu_away rename to menu');
  logged.mockRestore();
  await expect.poll(page.kinds).toEqual(['ready', 'accessChanged']);
  await sendToUser(server.db, user.id, message);
  await expect.poll(page.kinds).toEqual(['ready', 'accessChanged', 'message']);
  page.close();
});

test('a change without effect on access sends nothing', async () => {
  const user = await signedIn(server.db);
  const page = await openPage(server, user.token);
  await server.db.updateTable('sys_user').set({ nick_name: '新名' }).where('id', '=', user.id).execute();
  await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', user.id).execute();
  await expect.poll(page.code).toBe(4401);
  expect(page.kinds()).toEqual(['ready', 'signedOut']);
});

test('an expert gets messages for users after confirming', async () => {
  const expert = await createExpert(server.db);
  const page = await openPage(otherNode, expert.token);
  const message: ToPage = { kind: 'message', message: { kind: 'info', text: '新公告', link: null } };
  await sendToUser(server.db, expert.id, message);
  await sendToRoles(server.db, [EXPERT_ROLE_ID], message);
  await server.db
    .updateTable('expert')
    .set({ confirmed_at: new Date() })
    .where('id', '=', expert.expertId)
    .execute();
  await expect.poll(page.kinds).toEqual(['ready', 'accessChanged']);
  await sendToRoles(server.db, [EXPERT_ROLE_ID], message);
  await expect.poll(page.kinds).toEqual(['ready', 'accessChanged', 'message']);
  page.close();
});

test('watchers of rounds are notified of changes, and no others', async () => {
  const watcher = await signedIn(server.db, {
    roleIds: [await createRole(server.db, { permissions: ['review:list'] })],
  });
  const expert = await createExpert(server.db);
  await server.pool.query('update expert set confirmed_at = now() where id = $1', [expert.expertId]);
  const [page, other] = [await openPage(otherNode, watcher.token), await openPage(otherNode, expert.token)];
  await server.pool.query(`select pg_notify('zhiping', 'round:7')`);
  await expect.poll(page.kinds).toEqual(['ready', 'round']);
  expect(other.kinds()).toEqual(['ready']);
  for (const one of [page, other]) one.close();
});
