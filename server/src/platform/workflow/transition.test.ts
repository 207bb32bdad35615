import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateMachine } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { inTransaction } from '../database/db.ts';
import { transition, type Workflow } from './transition.ts';

/** A machine of its own on a table that has a free text: positions stand in for whatever moves. */
const machine: StateMachine<'open' | 'closed', 'close' | 'reopen', 'office' | 'school', { count: number }> = {
  noun: '岗位',
  states: { open: '开放', closed: '已关闭' },
  events: { close: '关闭', reopen: '重新开放' },
  transitions: [
    {
      from: 'open',
      event: 'close',
      to: 'closed',
      who: ['office'],
      guard: ({ count }) => (count > 1 ? { code: 'job.busy', message: '还有人在用' } : null),
    },
    { from: 'closed', event: 'reopen', to: 'open', who: ['school'] },
  ],
};
type Row = { id: number; name: string; job_sort: number };
const workflow: Workflow<'open' | 'closed', 'close' | 'reopen', 'office' | 'school', Row, { count: number }> =
  {
    machine,
    table: 'job',
    column: 'name',
    actions: { close: 'job.closed', reopen: 'job.reopened' },
    recordOf: ({ id }) => ({ entity: 'job', entityId: id }),
  };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.pool.query('alter table job drop constraint job_name_key');
});
afterAll(() => server.close());

const newJob = async (job_sort = 1) => {
  const { id } = await server.db
    .insertInto('job')
    .values({ name: 'open', job_sort })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const move = (id: number, event: 'close' | 'reopen', who: 'office' | 'school', work?: () => Promise<void>) =>
  inTransaction(server.db, (tx) =>
    transition(tx, workflow, {
      id,
      event,
      who: [who],
      actor: { userId: 1 },
      subjectOf: ({ job_sort: count }) => ({ count }),
      work,
      note: '因为',
    }),
  );
const stored = async (id: number) => {
  const { rows } = await server.pool.query<{ state: string; events: string[]; actions: string[] }>(
    `select name as state,
      array(select event || ':' || from_state || '>' || to_state || ':' || actor_id || ':' || note from state_event
        where entity = 'job' and entity_id = job.id order by id) as events,
      array(select action from audit_event where entity = 'job' and entity_id = job.id::text order by seq) as actions
    from job where id = $1`,
    [id],
  );
  return rows[0];
};

test('a step moves the row and leaves an event and an audit', async () => {
  const id = await newJob();
  expect(await move(id, 'close', 'office')).toMatchObject({ row: { name: 'open' }, to: 'closed' });
  expect(await stored(id)).toEqual({
    state: 'closed',
    events: ['close:open>closed:1:因为'],
    actions: ['job.closed'],
  });
});

test.each([
  ['by somebody it is not for', 'close', 'school', 1, 403, 'state.role'],
  ['in another state', 'reopen', 'school', 1, 400, 'state.impossible'],
  ['that the guard denies', 'close', 'office', 2, 400, 'job.busy'],
] as const)('a step %s changes nothing', async (_, event, who, count, status, code) => {
  const id = await newJob(count);
  await expect(move(id, event, who)).rejects.toMatchObject({ status, code });
  expect(await stored(id)).toEqual({ state: 'open', events: [], actions: [] });
});

test('a step whose work fails leaves nothing', async () => {
  const id = await newJob();
  await expect(move(id, 'close', 'office', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await stored(id)).toEqual({ state: 'open', events: [], actions: [] });
});

test('a missing row is reported', async () => {
  await expect(move(999_999, 'close', 'office')).rejects.toMatchObject({
    status: 404,
    message: '岗位不存在',
  });
});

test('of many who take the same step at once one does', async () => {
  const id = await newJob();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => move(id, 'close', 'office')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await stored(id))?.events).toHaveLength(1);
});
