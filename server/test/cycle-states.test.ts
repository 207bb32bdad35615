import { afterAll, beforeAll, expect, test } from 'vitest';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import {
  type CycleEvent,
  cycleMachine,
  type CycleState,
  cycleStates,
} from '@zhiping/shared/rules/cycle/states.ts';
import { completeCycle, moveCycle, readCycle, usualTimes } from './cycle-helpers.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { newApplicant } from './project-helpers.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/**
 * Every step of a cycle over HTTP in every state by every role, from the table of the machine; clock-driven steps are
 * in deadlines.test.ts.
 */

const SPRING = new Date('2026-04-01T10:00:00+08:00');
const LATER = new Date('2026-10-16T10:00:00+08:00');
const clock = travellingClock(SPRING);
let server: TestServer;
let office: string;
const people: Record<string, string | undefined> = {};
beforeAll(async () => {
  server = await startTestServer({ clock });
  const of = async (roleId: number, deptId?: number) =>
    (await signedIn(server.db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) })).token;
  office = await of(3);
  Object.assign(people, {
    office,
    school: await of(9, await findSchoolId(server.db, '天津大学')),
    supervisor: await of(4),
    expert: await of(6),
    applicant: (await newApplicant(server)).token,
    'the system administrator': await of(2),
    nobody: undefined,
  });
});
afterAll(() => server.close());

const states = Object.keys(cycleStates) as CycleState[];
const lines = cycleMachine.transitions;
const byCall = ['publish', 'review', 'suspend', 'resume'] as const satisfies readonly CycleEvent[];
type Called = (typeof byCall)[number];

/** In this state, and suspended where it is to be resumed. */
const inState = async (state: CycleState, suspended = false) => {
  clock.travelTo(SPRING);
  const id = await completeCycle(server, office);
  if (state !== 'draft') expect((await moveCycle(server, office, { id, event: 'publish' })).status).toBe(204);
  await server.pool.query('update cycle set state = $2, suspended_reason = $3 where id = $1', [
    id,
    state,
    suspended ? '核查' : null,
  ]);
  clock.travelTo(LATER);
  return id;
};
const move = async (id: number, event: Called, token: string | undefined) => {
  const { version } = await readCycle(server, office, id);
  return server.call(cycleApi.move, { token, params: { id, event }, body: { version, reason: '核查' } });
};
const storedOf = async (id: number) => {
  const { rows } = await server.pool.query<{
    state: string;
    version: number;
    steps: number;
    suspended: boolean;
  }>(
    `select state, version, suspended_reason is not null as suspended, (select count(*)::int from state_event
      where entity = 'cycle' and entity_id = cycle.id) as steps from cycle where id = $1`,
    [id],
  );
  return rows[0]!;
};

test('every event of the machine is called, or brought by time, or by the new end of the window', () => {
  expect([...byCall, 'open', 'close', 'extend'].toSorted()).toEqual(
    Object.keys(cycleMachine.events).toSorted(),
  );
});

test.each(states)(
  '%s: what the machine does not allow is refused in words and changes nothing',
  async (state) => {
    const id = await inState(state);
    const before = await rowMarks(server);
    const wrong: string[] = [];
    for (const event of byCall)
      for (const [name, token] of Object.entries(people)) {
        const isFor = name === 'office';
        if (isFor && lines.some((line) => line.from === state && line.event === event && event !== 'resume'))
          continue;
        const { status, error } = await move(id, event, token);
        const impossible = `批次目前为「${cycleStates[state]}」，不能「${cycleMachine.events[event]}」`;
        const said = isFor ? status === 400 : [401, 403].includes(status);
        const isInWords = isFor
          ? [impossible, '批次没有暂停'].includes(error.message)
          : /[一-鿿]/.test(error.message);
        if (!said || !isInWords) wrong.push(`${event} by ${name}: ${status} ${error?.message}`);
      }
    expect(wrong).toEqual([]);
    expect(writtenBetween(before, await rowMarks(server))).toEqual([]);
  },
);

const allowed = lines.flatMap((line) => {
  const event = byCall.find((one) => one === line.event);
  return event ? [[line.from, event, line.to] as const] : [];
});

test.each(allowed)(
  '%s, %s: of two at once one leads to %s, and a third comes too late',
  async (from, event, to) => {
    const id = await inState(from, event === 'resume');
    // Its own window is still ahead when it is published.
    if (event === 'publish') clock.travelTo(SPRING);
    const { steps, version } = await storedOf(id);
    const call = () =>
      server.call(cycleApi.move, { token: office, params: { id, event }, body: { version, reason: '核查' } });
    const answers = await Promise.all([call(), call()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const after = await storedOf(id);
    // A resumption is followed at once by steps that became due.
    const follows = event === 'resume' && ['published', 'applying'].includes(from);
    if (!follows) expect(after).toMatchObject({ state: to, steps: steps + 1, version: version + 1 });
    expect(after.suspended).toBe(event === 'suspend');
    const late = await move(id, event, office);
    expect([400, 409], late.error?.message).toContain(late.status);
    expect(await storedOf(id)).toEqual(after);
  },
);

test.each(states)('%s: a later end of the window opens it again where the machine says so', async (state) => {
  const id = await inState(state);
  const { version } = await readCycle(server, office, id);
  const saved = await server.call(cycleApi.saveSchedule, {
    token: office,
    body: {
      ...usualTimes,
      applyClosesAt: '2026-10-20',
      reportClosesAt: '2026-10-25',
      id,
      version,
      reason: '应学校请求',
    },
  });
  const line = lines.find(({ from, event }) => from === state && event === 'extend');
  const after = await storedOf(id);
  expect(after.state).toBe(line?.to ?? state);
  if (saved.status >= 300) expect(saved.error.message).toMatch(/[一-鿿]/);
});
