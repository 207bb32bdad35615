import { beforeEach, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { readCycle, usualTimes } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** An end of a published cycle comes earlier only by two persons, and single terms survive it. */

let clock: ReturnType<typeof travellingClock>;
let server: TestServer;
let office: string;
let second: string;
let cycleId: number;

beforeEach(async () => {
  clock = travellingClock(START);
  ({ server, office, cycleId } = await startWorld('released', { clock }));
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  return () => server.close();
});

const stored = () => readCycle(server, office, cycleId);
const ask = async (at: string, end = 'reviewClosesAt') => {
  const { version } = await stored();
  return server.call(cycleApi.bringForward, {
    token: office,
    params: { id: cycleId },
    body: { version, end, at, reason: '上级要求' } as never,
  });
};
const confirm = (id: number, token = second) =>
  server.call(confirmationApi.confirm, { token, params: { id }, body: { note: null } });
const save = async (times: object) => {
  const { version } = await stored();
  return server.call(cycleApi.saveSchedule, {
    token: office,
    body: { ...usualTimes, ...times, id: cycleId, version, reason: '调整' },
  });
};

test('one person alone neither brings an end forward nor sets a new one', async () => {
  expect((await save({ reviewClosesAt: '2026-11-20' })).error?.message).toContain('提前截止');
  expect((await save({ collegeClosesAt: '2026-10-01' })).error?.message).toContain('提前截止');
  const asked = await ask('2026-11-20');
  expect(asked.status, asked.error?.message).toBe(201);
  expect((await stored()).reviewClosesAt).toBe('2026-11-30 23:59:59');
  expect((await confirm(asked.body.id, office)).error?.code).toBe('state.role');
  expect((await confirm(asked.body.id)).status).toBe(204);
  expect((await stored()).reviewClosesAt).toBe('2026-11-20 23:59:59');
});

test.each([
  ['2026-11-30', 'cycle.later'],
  [START.toISOString().slice(0, 10), 'cycle.schedule'],
  // Before the end of the step before it: no second person is asked for what cannot be.
  ['2026-10-20', 'cycle.incomplete'],
])('%s is refused: %s', async (at, code) => {
  expect((await ask(at)).error?.code).toBe(code);
});

test('three working days have to be left when it is confirmed, too', async () => {
  const asked = await ask('2026-11-20');
  await server.pool.query(`update confirmation set lapses_at = '2027-01-01' where id = $1`, [asked.body.id]);
  clock.travelTo(new Date('2026-11-19T10:00:00+08:00'));
  expect((await confirm(asked.body.id)).error?.code).toBe('cycle.schedule');
  expect((await stored()).reviewClosesAt).toBe('2026-11-30 23:59:59');
});

test('a term of an expert’s own survives ends that come earlier and later', async () => {
  const [own, usual] = await placesOf(server, cycleId);
  const dueOf = async (id: number) => {
    const { rows } = await server.pool.query<{ due: string }>(
      `select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as due from assignment where id = $1`,
      [id],
    );
    return rows[0]!.due;
  };
  const dues = async () => [await dueOf(own!.id), await dueOf(usual!.id)];
  await server.pool.query(
    `update assignment set due_at = '2026-12-05T15:59:59Z', own_due_at = '2026-12-05T15:59:59Z' where id = $1`,
    [own!.id],
  );
  expect((await save({ reviewClosesAt: '2026-12-20' })).status).toBe(200);
  expect(await dues()).toEqual(['2026-12-20', '2026-12-20']);
  await confirm((await ask('2026-11-20')).body.id);
  expect(await dues()).toEqual(['2026-12-05', '2026-11-20']);
  expect((await save({ reviewClosesAt: '2026-11-30' })).status).toBe(200);
  expect(await dues()).toEqual(['2026-12-05', '2026-11-30']);
});
