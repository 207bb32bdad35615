import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import {
  deleteOldLogs,
  deleteOldMessages,
  deleteOldTasks,
  deleteSpentCodes,
  trimOutbox,
} from './housekeeping.ts';
import { deleteEndedSessions } from '../auth/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const left = async (table: string, column: string) =>
  (await server.pool.query(`select ${column} as value from ${table} order by 1`)).rows.map(
    ({ value }) => value as unknown,
  );

test('ended sessions go', async () => {
  const [kept, ended] = [await signedIn(server.db), await signedIn(server.db)];
  await server.db
    .updateTable('session')
    .set({ seen_at: new Date(Date.now() - 3 * 3_600_000) })
    .where('user_id', '=', ended.id)
    .execute();
  expect(await deleteEndedSessions(server.db, new Date())).toBe(1);
  expect(await left('session', 'user_id')).toEqual([kept.id]);
});

test('logs beyond their time go', async () => {
  const log = (days: number) => ({
    username: `${days}`,
    succeeded: true,
    ip: '',
    create_time: daysAgo(days),
  });
  await server.db
    .insertInto('login_log')
    .values([log(29), log(31)])
    .execute();
  expect(await deleteOldLogs(server.db, daysAgo(30))).toBe(1);
  expect(await left('login_log', 'username')).toEqual(['29']);
});

test('captchas beyond their time go', async () => {
  await server.db
    .insertInto('captcha')
    .values([
      { id: 'old', answer: '', expires_at: new Date(Date.now() - 1000) },
      { id: 'new', answer: '', expires_at: new Date(Date.now() + 60_000) },
    ])
    .execute();
  expect(await deleteSpentCodes(server.db, new Date())).toBe(1);
  expect(await left('captcha', 'id')).toEqual(['new']);
});

test('old mail goes, and mail that must not be sent any more is emptied', async () => {
  const mail = (recipient: string, days: number, status: 'failed' | 'waiting' | 'kept' = 'failed') => ({
    channel: 'email' as const,
    recipient,
    content: '123456',
    html: '<p>',
    status,
    error: null,
    expires_at: new Date(Date.now() - 1000),
    create_time: daysAgo(days),
  });
  await server.db
    .insertInto('outbox')
    .values([mail('expired', 1), mail('old', 31), mail('waiting', 1, 'waiting'), mail('kept', 1, 'kept')])
    .execute();
  expect(await trimOutbox(server.db, 30, new Date())).toEqual({ deleted: 1, erased: 3 });
  expect(await left('outbox', "recipient || ':' || content")).toEqual([
    'expired:',
    'kept:••••••',
    'waiting:123456',
  ]);
});

test('ended work and messages go when they are old', async () => {
  const { id } = await signedIn(server.db);
  await server.db
    .insertInto('task')
    .values([
      { kind: 'old', state: 'done', end_time: daysAgo(8) },
      { kind: 'new', state: 'failed', end_time: daysAgo(6) },
      { kind: 'open', create_time: daysAgo(9) },
    ])
    .execute();
  await server.pool.query("insert into task_input select id, kind, '' from task");
  expect(await deleteOldTasks(server.db, 7, new Date())).toBe(1);
  expect(await left('task_input', 'name')).toEqual(['open']);
  expect(await left('task', 'kind')).toEqual(['new', 'open']);
  await server.db
    .insertInto('notification')
    .values([
      { user_id: id, kind: 'info', text: 'old', create_time: daysAgo(91) },
      { user_id: id, kind: 'info', text: 'new' },
    ])
    .execute();
  expect(await deleteOldMessages(server.db, daysAgo(90))).toBe(1);
  expect(await left('notification', 'text')).toEqual(['new']);
});
