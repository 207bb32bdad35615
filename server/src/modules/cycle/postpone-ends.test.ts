import { afterEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { moveCycle, readCycle } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle } from '../../../test/project-helpers.ts';
import { placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { startTestServer } from '../../../test/harness.ts';
import { advanceDueCycles } from './advance-cycles.ts';

/** A suspension closes no window: what it takes is given back. */

let server: TestServer;
afterEach(() => server.close());
const day = (text: string) => new Date(`${text}+08:00`);

const pause = async (clock: ReturnType<typeof travellingClock>, id: number, until: string) => {
  const token = async () => (await signedIn(server.db, { roleIds: [3], at: clock.now() })).token;
  const suspended = await moveCycle(server, await token(), { id, event: 'suspend', reason: '核查' });
  expect(suspended.status, suspended.error?.message).toBe(204);
  clock.travelTo(day(until));
  await advanceDueCycles(server.db, clock.now());
  const office = await token();
  const resumed = await moveCycle(server, office, { id, event: 'resume' });
  expect(resumed.status, resumed.error?.message).toBe(204);
  return office;
};

test('the window of applications and all after it end later by the pause, those before it do not', async () => {
  const clock = travellingClock(day('2026-09-20T10:00:00'));
  server = await startTestServer({ clock });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const id = await publishedCycle(server, office);
  const again = await pause(clock, id, '2026-10-05T10:00:00');
  expect(await readCycle(server, again, id)).toMatchObject({
    state: 'applying',
    applyOpensAt: '2026-09-01 00:00:00',
    applyClosesAt: '2026-10-15 23:59:59',
    reportClosesAt: '2026-10-30 23:59:59',
    reviewClosesAt: '2026-12-15 23:59:59',
    ruleVersion: 1,
  });
  // An end before the suspension does not move.
  clock.travelTo(day('2026-10-16T10:00:00'));
  await advanceDueCycles(server.db, clock.now());
  const later = await pause(clock, id, '2026-10-17T10:00:00');
  expect(await readCycle(server, later, id)).toMatchObject({
    state: 'checking',
    applyClosesAt: '2026-10-15 23:59:59',
    reportClosesAt: '2026-10-31 23:59:59',
  });
});

test('experts get the time back, also of a term of their own, and the round is not closed by one', async () => {
  const clock = travellingClock(START);
  const world = await startWorld('released', { clock });
  ({ server } = world);
  const { cycleId } = world;
  const [own] = await placesOf(server, cycleId);
  await server.pool.query('update assignment set due_at = $2, own_due_at = $2 where id = $1', [
    own!.id,
    day('2026-12-05T23:59:59'),
  ]);
  const { reviewClosesAt } = await readCycle(server, world.office, cycleId);
  const before = day(reviewClosesAt!.replace(' ', 'T'));
  const days = Math.ceil((before.getTime() - START.getTime()) / 86_400_000) + 1;
  clock.travelTo(START);
  const end = new Date(START.getTime() + days * 86_400_000);
  const office = await pause(clock, cycleId, end.toISOString().slice(0, 10) + 'T10:00:00');
  const { rows } = await server.pool.query<{ id: number; due: Date }>(
    'select id::float8 as id, due_at as due from assignment where cycle_id = $1 and due_at is not null',
    [cycleId],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { due } of rows) expect(due > clock.now()).toBe(true);
  const ownDue = rows.find(({ id }) => id === own!.id)!.due;
  expect(ownDue.getTime()).toBeGreaterThan(day('2026-12-05T23:59:59').getTime() + (days - 2) * 86_400_000);
  const closed = await server.call(assignmentApi.close, { token: office, body: { cycleId } as never });
  expect(closed.status === 200 && closed.body.confirmationId === null).toBe(false);
});
