import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import {
  type AssignmentActor,
  type AssignmentEvent,
  assignmentMachine,
  type AssignmentState,
  assignmentStates,
  isOpen,
} from '@zhiping/shared/rules/assignment/states.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { drawableExperts, wholeOpinion } from './review-helpers.ts';
import { openRound, placesOf, type RoundExpert } from './round-helpers.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/**
 * Every step of an assignment over HTTP in every state by every role, from the table of the machine: an allowed step
 * happens once, also of two simultaneous calls; all others are refused in Chinese and change no row.
 */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let experts: RoundExpert[];
const people: Record<string, string | undefined> = {};
let free: { id: number; expert: RoundExpert; applicant: string }[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const of = async (roleId: number, deptId?: number) =>
    (await signedIn(server.db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) })).token;
  const office = await of(3);
  experts = await drawableExperts(server, 8);
  Object.assign(people, {
    office,
    school: await of(9, await findSchoolId(server.db, '天津大学')),
    second: await of(3),
    supervisor: await of(4),
    'the system administrator': await of(2),
    'the super administrator': await of(1),
    nobody: undefined,
  });
  const { cycleId, projects } = await openRound(server, office, { files: 12 });
  const tokens = new Map(projects.map(({ id, token }) => [id, token]));
  free = (await placesOf(server, cycleId)).map((place) => ({
    id: place.id,
    expert: experts.find(({ expertId }) => expertId === place.expert)!,
    applicant: tokens.get(place.project)!,
  }));
});
afterAll(() => server.close());

type Task = (typeof free)[number];
type Outcome = { status: number; message: string };
type Step = {
  events: readonly AssignmentEvent[];
  call: (task: Task, token: string | undefined, version: number) => Promise<Outcome>;
  prepare?: (task: Task) => Promise<unknown>;
};

const outcomeOf = ({ status, error }: { status: number; error?: { message?: string } }): Outcome => ({
  status,
  message: error?.message ?? '',
});
/** Of the opinion. */
const versionOf = async (id: number) => {
  const { rows } = await server.pool.query<{ version: number }>(
    'select version from review where assignment_id = $1',
    [id],
  );
  return rows[0]?.version ?? 0;
};
const move =
  (event: 'decline' | 'recuse' | 'recall'): Step['call'] =>
  async ({ id }, token) =>
    outcomeOf(
      await server.call(reviewApi.move, { token, params: { id }, body: { event, reason: '与申报人相识' } }),
    );
const setDue = (moment: string) => (task: Task) =>
  server.pool.query('update assignment set due_at = $2 where id = $1', [task.id, moment]);
const replace: Step['call'] = async ({ id }, token, version) =>
  outcomeOf(
    await server.call(assignmentApi.replace, {
      token,
      params: { id },
      body: { version, reason: '联系不上' },
    }),
  );

const steps: Step[] = [
  {
    events: ['accept'],
    call: async ({ id }, token) => {
      const answer = await server.call(reviewApi.commit, {
        token,
        body: { assignmentIds: [id], version: 1, agreed: true },
      });
      // Signed again is signed already.
      return answer.body?.accepted === 0 ? { status: 409, message: '没有待签的任务' } : outcomeOf(answer);
    },
  },
  { events: ['decline'], call: move('decline') },
  { events: ['recuse'], call: move('recuse') },
  {
    events: ['begin'],
    call: async ({ id }, token) => {
      const body = { version: await versionOf(id), opinion: wholeOpinion(), client: 'tab1', seconds: 5 };
      return outcomeOf(await server.call(reviewApi.save, { token, params: { id }, body }));
    },
  },
  {
    events: ['submit'],
    call: async ({ id }, token) => {
      const body = { version: await versionOf(id) };
      return outcomeOf(await server.call(reviewApi.submit, { token, params: { id }, body }));
    },
  },
  { events: ['recall'], call: move('recall') },
  {
    events: ['return'],
    call: async ({ id }, token, version) =>
      outcomeOf(
        await server.call(assignmentApi.return, {
          token,
          params: { id },
          body: { version, reason: '意见笼统', dueAt: null },
        }),
      ),
  },
  {
    events: ['exclude'],
    call: async ({ id }, token, version) => {
      const asked = await server.call(assignmentApi.exclude, {
        token,
        params: { id },
        body: { version, cause: 'breach', reason: '泄露评审情况' },
      });
      if (asked.status !== 201) return outcomeOf(asked);
      const params = { id: asked.body.id };
      return outcomeOf(
        await server.call(confirmationApi.confirm, { token: people['second'], params, body: { note: null } }),
      );
    },
  },
  { events: ['replace'], call: replace },
  { events: ['expire'], prepare: setDue('2026-09-01T00:00:00+08:00'), call: replace },
];
const elsewhere: readonly AssignmentEvent[] = ['release', 'drop', 'lock', 'extend'];

test('every event of the machine is tried, here or with draw and round', () => {
  const tried = [...steps.flatMap(({ events }) => events), ...elsewhere];
  expect(tried.toSorted()).toEqual(Object.keys(assignmentMachine.events).toSorted());
});

const states = Object.keys(assignmentStates) as AssignmentState[];
const lines = assignmentMachine.transitions;
const written: readonly AssignmentState[] = ['reviewing', 'submitted', 'returned', 'locked', 'excluded'];
/** Only after a submission. */
const counted: readonly AssignmentState[] = ['submitted', 'locked', 'excluded'];
const unsigned: readonly AssignmentState[] = ['proposed', 'released', 'declined', 'dropped'];

const newConfirmation = async ({ id }: Task) => {
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into confirmation (act, object, object_id, object_version, input, summary, link, reason, asked_by, asked_name, asked_at, lapses_at)
      values ('excludeOpinion', 'assignment', $1, 0, '{}', '剔除', '/', '泄露', 1, '甲', now(), now()) returning id`,
    [id],
  );
  return rows[0]!.id;
};

/** An unused assignment in this state. */
const inState = async (state: AssignmentState): Promise<Task> => {
  const task = free.pop()!;
  const { pool } = server;
  await pool.query(
    `update assignment set state = $2, accepted_at = $3, submitted_at = $4, released_at = $5,
      is_counted = $6, exclusion_id = $7 where id = $1`,
    [
      task.id,
      state,
      unsigned.includes(state) ? null : clock.now(),
      state === 'submitted' || state === 'locked' ? clock.now() : null,
      state === 'proposed' || state === 'dropped' ? null : clock.now(),
      counted.includes(state),
      state === 'excluded' ? await newConfirmation(task) : null,
    ],
  );
  if (written.includes(state))
    await pool.query(
      `insert into review (assignment_id, opinion, submitted, rule_version, version, saved_at) values ($1, $2, $2, 1, 1, $3)`,
      [task.id, JSON.stringify(wholeOpinion()), clock.now()],
    );
  return task;
};
const storedOf = async ({ id }: Task) => {
  const { rows } = await server.pool.query<{ state: AssignmentState; version: number; steps: number }>(
    `select state, version, (select count(*)::int from state_event where entity = 'assignment' and entity_id = assignment.id)
      as steps from assignment where id = $1`,
    [id],
  );
  return rows[0]!;
};

const isSaid = (
  { status, message }: Outcome,
  { state, step, who }: { state: AssignmentState; step: Step; who: AssignmentActor | undefined },
) => {
  const isNone = status === 409 && step.events.includes('accept');
  if (status !== 400) return ([401, 403, 404].includes(status) && /[一-鿿]/.test(message)) || isNone;
  const words = step.events.map((event) =>
    event === 'begin' ? '修改意见' : assignmentMachine.events[event],
  );
  return (
    who !== undefined &&
    words.some((word) => message === `评审任务目前为「${assignmentStates[state]}」，不能「${word}」`)
  );
};

test.each(states)(
  '%s: what the machine does not allow is refused in words and changes nothing',
  async (state) => {
    const task = await inState(state);
    const { version } = await storedOf(task);
    const colleague = experts.find((one) => one !== task.expert)!.token;
    const all = {
      expert: task.expert.token,
      'another expert': colleague,
      applicant: task.applicant,
      ...people,
    };
    const actors: Record<string, AssignmentActor> = {
      expert: 'expert',
      office: 'office',
      second: 'office',
      'the super administrator': 'office',
    };
    const before = await rowMarks(server);
    const wrong: string[] = [];
    for (const step of steps.filter(({ prepare }) => prepare === undefined))
      for (const [name, token] of Object.entries(all)) {
        const who = actors[name];
        const isAllowed = lines.some(
          (line) =>
            line.from === state &&
            step.events.includes(line.event) &&
            who &&
            (line.who.includes(who) || (who === 'office' && line.who.includes('pair'))),
        );
        // Who has begun goes on saving: that is no step.
        if (isAllowed || (who === 'expert' && step.events.includes('begin') && isOpen(state))) continue;
        const outcome = await step.call(task, token, version);
        if (!isSaid(outcome, { state, step, who }))
          wrong.push(`${step.events.join('/')} by ${name}: ${JSON.stringify(outcome)}`);
      }
    expect(wrong).toEqual([]);
    // The worker of the draw goes on looking for work.
    expect(writtenBetween(before, await rowMarks(server)).filter((name) => name !== 'task')).toEqual([]);
  },
);

test.each(
  lines
    .filter(({ event }) => !elsewhere.includes(event))
    .map((line) => [line.from, line.event, line.to, line.who] as const),
)('%s, %s: of two at once one leads to %s, and a third comes too late', async (from, event, to, who) => {
  // From the second expert of a project on a replacement is asked for.
  await server.pool.query(`update assignment set state = 'recused' where state in ('replaced', 'expired')`);
  const task = await inState(from);
  if (event === 'exclude')
    await server.pool.query('update assignment set is_counted = true where id = $1', [task.id]);
  const step = steps.find(({ events }) => events.includes(event))!;
  await step.prepare?.(task);
  const { version, steps: taken } = await storedOf(task);
  const token = who.includes('expert') ? task.expert.token : people['office'];
  const outcomes = await Promise.all([1, 2].map(() => step.call(task, token, version)));
  const refused = outcomes.filter(({ status }) => status >= 300);
  // Two saves of one tab are not two steps, and submitting again after a lost answer succeeds.
  const mayRepeat = event === 'begin' || event === 'submit';
  if (!mayRepeat) expect(refused, JSON.stringify(outcomes)).toHaveLength(1);
  expect(await storedOf(task)).toMatchObject({ state: to, steps: taken + 1 });
  const late = mayRepeat ? [] : [await step.call(task, token, version)];
  for (const { status, message } of [...refused, ...late]) {
    expect([400, 404, 409], message).toContain(status);
    expect(message).toMatch(/[一-鿿]/);
  }
  expect(await storedOf(task)).toMatchObject({ state: to, steps: taken + 1 });
});
