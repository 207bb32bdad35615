import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { withRequestId } from '../request-id.ts';
import { audit } from './audit.ts';
import { sealEvents, verifyChain } from './audit-chain.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
/** Each test begins with a chain that has no event. */
beforeEach(async () => {
  await tamper('audit_link', 'delete from audit_link');
  await server.pool.query('delete from audit_queue');
  await tamper('audit_event', 'delete from audit_event');
});

const write = (count: number) =>
  server.db.transaction().execute(async (tx) => {
    for (let number = 1; number <= count; number += 1)
      await audit(tx, {
        actorId: 1,
        action: 'test.done',
        entity: 'task',
        entityId: number,
        detail: { 文字: `第${number}件`, number },
      });
  });

/** Tampering with direct access to the database: triggers off, then on again. */
const tamper = async (table: 'audit_event' | 'audit_link', statement: string) => {
  await server.pool.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  );
};
const seqAt = async (position: number) =>
  (
    await server.db
      .selectFrom('audit_link')
      .select('seq')
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
  ).seq;

test('an untouched chain is intact, and its head changes with every event', async () => {
  await write(5);
  expect(await verifyChain(server.db)).toMatchObject({ intact: true, events: 0, unsealed: 5 });
  expect(await sealEvents(server.db)).toBe(5);
  const first = await verifyChain(server.db);
  expect(first).toMatchObject({ intact: true, events: 5, unsealed: 0 });
  await write(1);
  await sealEvents(server.db);
  const second = await verifyChain(server.db);
  expect(second).toMatchObject({ intact: true, events: 6 });
  expect(second).not.toMatchObject({ head: (first as { head: string }).head });
});

test('many sealers at once link every event once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => write(20)));
  await Promise.all(Array.from({ length: 6 }, () => sealEvents(server.db)));
  await sealEvents(server.db);
  expect(await verifyChain(server.db)).toMatchObject({ intact: true, events: 160, unsealed: 0 });
});

test('an event whose transaction ends later is linked later', async () => {
  const slow = server.db.transaction().execute(async (tx) => {
    await audit(tx, { actorId: 1, action: 'test.slow', entity: 'task', entityId: 0 });
    await write(2);
    await sealEvents(server.db);
  });
  await slow;
  await sealEvents(server.db);
  expect(await verifyChain(server.db)).toMatchObject({ intact: true, events: 3 });
});

test('the call that made an event is no part of the chain, so that seals from before it was kept stay valid', async () => {
  await write(2);
  await sealEvents(server.db);
  const before = await verifyChain(server.db);
  await tamper('audit_event', `update audit_event set request_id = 'a call'`);
  expect(await verifyChain(server.db)).toEqual(before);
  await withRequestId('another call', () => write(1));
  await sealEvents(server.db);
  expect(await verifyChain(server.db)).toMatchObject({ intact: true, events: 3, unsealed: 0 });
  const calls = await server.db
    .selectFrom('audit_event')
    .select('request_id')
    .orderBy('seq', 'desc')
    .execute();
  expect(calls.map(({ request_id: id }) => id).slice(0, 3)).toEqual(['another call', 'a call', 'a call']);
});

describe('names the first event that was', () => {
  beforeEach(async () => {
    await write(10);
    await sealEvents(server.db);
  });

  test('altered', async () => {
    const seq = await seqAt(4);
    await tamper(
      'audit_event',
      `update audit_event set detail = '{"number": 99}' where seq in (${seq}, ${await seqAt(8)})`,
    );
    expect(await verifyChain(server.db)).toMatchObject({ intact: false, position: 4, seq });
  });

  test('moved in time', async () => {
    const seq = await seqAt(2);
    await tamper(
      'audit_event',
      `update audit_event set at = at + interval '1 microsecond' where seq = ${seq}`,
    );
    expect(await verifyChain(server.db)).toMatchObject({ intact: false, position: 2, seq });
  });

  test('removed with its link', async () => {
    const seq = await seqAt(5);
    await tamper('audit_link', `delete from audit_link where seq = ${seq}`);
    await tamper('audit_event', `delete from audit_event where seq = ${seq}`);
    expect(await verifyChain(server.db)).toMatchObject({ intact: false, position: 5 });
  });

  test('reordered', async () => {
    const [third, fourth] = [await seqAt(3), await seqAt(4)];
    await tamper(
      'audit_link',
      `alter table audit_link drop constraint audit_link_seq_key;
       update audit_link set seq = case position when 3 then ${fourth} else ${third} end where position in (3, 4)`,
    );
    expect(await verifyChain(server.db)).toMatchObject({ intact: false, position: 3, seq: fourth });
    await server.pool.query('alter table audit_link add constraint audit_link_seq_key unique (seq)');
  });

  test('slipped in beside the chain', async () => {
    await tamper('audit_event', `insert into audit_event (action, entity) values ('forged', 'test')`);
    expect(await verifyChain(server.db)).toMatchObject({ intact: false, problem: '事件不在链上' });
  });
});
