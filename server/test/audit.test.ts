import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/platform/audit/audit.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const event = { actorId: null, action: 'test.done', entity: 'task', entityId: 1 } as const;
const count = async () => (await server.pool.query('select from audit_event')).rowCount;

test('an event is undone with its transaction', async () => {
  const before = await count();
  const failing = server.db.transaction().execute(async (tx) => {
    await audit(tx, event);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await count()).toBe(before);
});

// With "cascade", since without it a foreign key would refuse before the trigger is asked.
test.each([
  "update audit_event set action = 'x'",
  'delete from audit_event',
  'truncate audit_event cascade',
  'truncate audit_link cascade',
])('the database refuses: %s', async (statement) => {
  await server.db.transaction().execute((tx) => audit(tx, event));
  await expect(server.pool.query(statement)).rejects.toThrow('cannot be changed or deleted');
});

test('an identity number written into a reason is masked', async () => {
  const detail = {
    reason:
      '本人身份证11010519491231002X，旧证 "110105194912310021"，流水号 1101051949123100211\n11010519491231002X\tID11010519491231002X',
    sha256: 'ab110105194912310021cd',
    nested: [{ note: '11010519491231002x' }],
  };
  await server.db.transaction().execute((tx) => audit(tx, { ...event, action: 'test.reasoned', detail }));
  const kept = await server.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'test.reasoned')
    .executeTakeFirstOrThrow();
  expect(kept.detail).toEqual({
    ...detail,
    reason:
      '本人身份证1101**********002X，旧证 "1101**********0021"，流水号 1101051949123100211\n1101**********002X\tID1101**********002X',
    nested: [{ note: '1101**********002x' }],
  });
});
