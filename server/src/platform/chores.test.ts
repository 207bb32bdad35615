import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { runChores } from './chores.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('ended sessions, old captchas and logs beyond their time go; the others stay', async () => {
  const [kept, ended] = [await signedIn(server.db), await signedIn(server.db)];
  const day = 86_400_000;
  await server.db
    .updateTable('session')
    .set({ seen_at: new Date(Date.now() - 3 * 3_600_000) })
    .where('user_id', '=', ended.id)
    .execute();
  const log = (days: number) => ({
    username: `${days}`,
    succeeded: true,
    ip: '',
    create_time: new Date(Date.now() - days * day),
  });
  await server.db
    .insertInto('login_log')
    .values([log(29), log(31)])
    .execute();
  await server.db
    .insertInto('captcha')
    .values([
      { id: 'old', answer: '', expires_at: new Date(Date.now() - 1000) },
      { id: 'new', answer: '', expires_at: new Date(Date.now() + day) },
    ])
    .execute();
  await runChores(server.db, { LOG_RETENTION_DAYS: 30 });
  const left = async (table: 'session' | 'login_log' | 'captcha', column: string) =>
    (await server.pool.query(`select ${column} as value from ${table}`)).rows.map(
      ({ value }) => value as unknown,
    );
  expect(await left('session', 'user_id')).toEqual([kept.id]);
  expect(await left('login_log', 'username')).toEqual(['29']);
  expect(await left('captcha', 'id')).toEqual(['new']);
});
