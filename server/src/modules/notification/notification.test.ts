import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { LIVE_PATH, type ToPage } from '@zhiping/shared/live.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { sendToUser } from '../../platform/live/broadcast.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { notifyRoles, notifyUser } from '../../platform/live/messages.ts';

let server: TestServer;
let otherNode: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  otherNode = await startTestServer({ connection: server.connection });
  await otherNode.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});

const tell = (userId: number, text: string, link?: string) =>
  inTransaction(server.db, (tx) => notifyUser(tx, userId, { kind: 'info', text, ...(link ? { link } : {}) }));
const list = async (token: string, query = {}) =>
  (await server.call(notificationApi.list, { token, query })).body;

/** An open page on the other node, and what it heard. */
const openPage = async (token: string) => {
  const { port } = otherNode.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/title${LIVE_PATH}`);
  const heard: ToPage[] = [];
  socket.addEventListener('open', () => socket.send(JSON.stringify({ kind: 'hello', token })));
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as ToPage));
  await expect.poll(() => heard).toEqual([{ kind: 'ready' }]);
  return { messages: () => heard.slice(1), close: () => socket.close() };
};

describe('messages', () => {
  test('are for the person alone', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
    await tell(one.id, '导入完成', '/system/user');
    expect(await list(one.token)).toMatchObject({
      totalElements: 1,
      unread: 1,
      content: [{ kind: 'info', text: '导入完成', link: '/system/user', isRead: false }],
    });
    const [message] = (await list(one.token)).content;
    expect(await list(two.token)).toEqual({ content: [], totalElements: 0, unread: 0 });
    for (const endpoint of [notificationApi.read, notificationApi.clear])
      await server.call(endpoint, { token: two.token, body: { upTo: message!.id } });
    expect((await list(one.token)).unread).toBe(1);
  });

  test('stay unread when they come after those that were seen', async () => {
    const { id, token } = await signedIn(server.db);
    await tell(id, '一');
    const upTo = (await list(token)).content[0]!.id;
    await tell(id, '二');
    expect((await server.call(notificationApi.read, { token, body: { upTo } })).status).toBe(204);
    expect((await list(token)).content.map(({ text, isRead }) => [text, isRead])).toEqual([
      ['二', false],
      ['一', true],
    ]);
    await server.call(notificationApi.clear, { token, body: { upTo } });
    expect((await list(token)).content.map(({ text }) => text)).toEqual(['二']);
  });

  test('are kept up to a hundred, the newest', async () => {
    const { id, token } = await signedIn(server.db);
    await server.db
      .insertInto('notification')
      .values(
        Array.from({ length: 120 }, (_, index) => ({ user_id: id, kind: 'info' as const, text: `${index}` })),
      )
      .execute();
    await tell(id, '新');
    const { totalElements, content } = await list(token, { size: 1 });
    expect([totalElements, content[0]?.text]).toEqual([100, '新']);
  });

  test('too long ones are cut', async () => {
    const { id, token } = await signedIn(server.db);
    await tell(id, '好'.repeat(299) + '😀😀');
    expect((await list(token)).content[0]?.text).toHaveLength(300);
  });
});

describe('open pages', () => {
  test('of the person hear a message on the other node, once it is committed', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db)];
    const [page, stranger] = [await openPage(one.token), await openPage(two.token)];
    await expect(
      inTransaction(server.db, async (tx) => {
        await notifyUser(tx, one.id, { kind: 'error', text: '没有发生' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await tell(one.id, '发生了');
    await expect
      .poll(page.messages)
      .toEqual([{ kind: 'message', message: { kind: 'info', text: '发生了', link: null } }]);
    expect(stranger.messages()).toEqual([]);
    for (const open of [page, stranger]) open.close();
  });

  test('of the holders of a role hear it once, whatever roles they have besides', async () => {
    const [role, another, foreign] = [
      await createRole(server.db),
      await createRole(server.db),
      await createRole(server.db),
    ];
    const holder = await signedIn(server.db, { roleIds: [role, another] });
    const other = await signedIn(server.db, { roleIds: [foreign] });
    const [page, stranger] = [await openPage(holder.token), await openPage(other.token)];
    await inTransaction(server.db, (tx) =>
      notifyRoles(tx, [role, another], { kind: 'warning', text: '注意' }),
    );
    await expect.poll(page.messages).toHaveLength(1);
    expect((await list(holder.token)).totalElements).toBe(1);
    expect(stranger.messages()).toEqual([]);
    expect((await list(other.token)).totalElements).toBe(0);
    for (const open of [page, stranger]) open.close();
  });

  test('get no more than NOTIFY carries', async () => {
    const message = { kind: 'signedOut' as const, message: '长'.repeat(3000) };
    await expect(sendToUser(server.db, 1, message)).rejects.toThrow('too long');
  });
});

describe('background work', () => {
  const work = async (ownerId: number, kind = 'import') => {
    const { id } = await server.db
      .insertInto('task')
      .values({ kind, owner_id: ownerId, state: 'done', total: 5, result: JSON.stringify({ created: 5 }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('is visible to the account that ordered it', async () => {
    const { id, token } = await signedIn(server.db);
    const taskId = await work(id);
    const { body } = await server.call(taskApi.get, { token, params: { id: taskId } });
    expect(body).toMatchObject({ id: taskId, state: 'done', total: 5, result: { created: 5 } });
    const newest = await work(id);
    const latest = await server.call(taskApi.latest, { token, query: { kind: 'import' } });
    expect(latest.body.task?.id).toBe(newest);
  });

  test('of others does not exist', async () => {
    const [one, two] = [await signedIn(server.db), await signedIn(server.db, { roleIds: [1] })];
    const taskId = await work(one.id);
    const { token } = two;
    const { status, error } = await server.call(taskApi.get, { token, params: { id: taskId } });
    expect([status, error.message]).toEqual([404, '后台任务不存在']);
    const latest = await server.call(taskApi.latest, { token, query: { kind: 'import' } });
    expect(latest.body).toEqual({ task: null });
  });

  test('of the day before is not offered any more', async () => {
    const { id, token } = await signedIn(server.db);
    const taskId = await work(id);
    await server.db
      .updateTable('task')
      .set({ create_time: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', taskId)
      .execute();
    const latest = await server.call(taskApi.latest, { token, query: { kind: 'import' } });
    expect(latest.body).toEqual({ task: null });
  });
});
