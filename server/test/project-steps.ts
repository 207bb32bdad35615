import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import {
  type ProjectActor,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
} from '@zhiping/shared/rules/project/states.ts';
import { later } from '../src/platform/clock.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { newestTexts } from './cycle-helpers.ts';
import { createExpert, findSchoolId, signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { departmentVote, completeProject, newApplicant, publishedCycle } from './project-helpers.ts';

/** Every step of a project over HTTP, by any account, and a way to every state. */

/** A Thursday; a publicity of five working days from it is over on the next one. */
export const START = new Date('2026-09-10T10:00:00+08:00');
const DAY_MS = 86_400_000;

export type One = { id: number; token: string };
export type Outcome = { status: number; code: string; message: string };
type Call = (one: One, token: string | undefined, version: number) => Promise<Outcome>;

/** A step taken by a call. One call may cause several events, depending on the state. */
export type TriedStep = {
  events: readonly ProjectEvent[];
  call: Call;
  /** Preparation beyond the state. */
  prepare?: (one: One) => Promise<unknown>;
};

/** Steps that time takes, or that come with something else: where they are tried. */
export const triedElsewhere: Partial<Record<ProjectEvent, string>> = {
  prefill: 'modules/project/import',
  handOn: 'modules/project/check-steps.test.ts',
  sendBack: 'modules/project/check-steps.test.ts',
  endorse: 'modules/project/supervising-body.test.ts',
  giveBack: 'modules/project/supervising-body.test.ts',
  lapse: 'deadlines.test.ts',
  sendOut: 'modules/draw/draw.test.ts',
  pass: 'modules/opinion/opinion.test.ts',
  fail: 'modules/round/board.test.ts',
};

export const openWorld = async () => {
  const clock = travellingClock(START);
  const server = await startTestServer({ clock });
  const { db, pool } = server;
  const of = async (roleId: number, deptId?: number) =>
    (await signedIn(db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) })).token;
  const [own, other] = [await findSchoolId(db, '天津大学'), await findSchoolId(db, '南开大学')];
  const people: Record<string, string | undefined> = {
    office: await of(3),
    colleague: await of(3),
    school: await of(9, own),
    elsewhere: await of(9, other),
    supervisor: await of(4),
    expert: (await createExpert(db)).token,
    'somebody else who applies': (await newApplicant(server)).token,
    'the system administrator': await of(2),
    'the super administrator': await of(1),
    nobody: undefined,
  };
  const office = people['office'] as string;
  const cycleId = await publishedCycle(server, office);
  return { server, clock, pool, people, office, cycleId, texts: await newestTexts(server) };
};
export type StepWorld = Awaited<ReturnType<typeof openWorld>>;

type Answer = { status: number; body?: unknown; error?: { code?: string; message?: string } };
const outcomeOf = ({ status, error }: Answer): Outcome => ({
  status,
  code: error?.code ?? '',
  message: error?.message ?? '',
});
/** Result of a bulk call, as for this one project. */
const outcomeOfMany = (answer: Answer): Outcome => {
  const report = answer.body as { succeeded: number; failed: { message: string }[] };
  if (answer.status !== 200) return outcomeOf(answer);
  const [failed] = report.failed;
  if (!failed) return { status: 204, code: '', message: '' };
  const { message } = failed;
  const status = { 申报不存在: 404 }[message] ?? (message.startsWith('您不能') ? 403 : 400);
  return { status, code: 'in a report', message };
};

export const isTaken = ({ status }: Outcome) => status < 300;

/** The judged items, from an account that may read them. */
const readItems = async (server: TestServer, token: string, id: number) => {
  const { body } = await server.call(projectApi.read, { token, params: { id } });
  const rules = body?.view === 'office' ? body.rules : [];
  return [...rules.map(({ code }) => code), 'genuine'].map((code) => ({
    code,
    isMet: true,
    remark: '核对无误',
  }));
};

export const stepsOf = ({ server, clock, office, people, texts }: StepWorld): TriedStep[] => {
  const school = people['school'] as string;
  const decide =
    (verdict: 'eligible' | 'ineligible'): Call =>
    async (one, token, version) => {
      const items = await readItems(server, office, one.id);
      const judged = items.map((item, at) => ({ ...item, isMet: verdict === 'eligible' || at > 0 }));
      const body = { version, verdict, opinion: '材料已核', items: judged };
      return outcomeOf(await server.call(eligibilityApi.decide, { token, params: { id: one.id }, body }));
    };
  const undo: Call = async (one, token, version) =>
    outcomeOf(
      await server.call(eligibilityApi.undo, {
        token,
        params: { id: one.id },
        body: { version, reason: '看错了' },
      }),
    );
  const back =
    (api: typeof projectApi.return | typeof eligibilityApi.supplement): Call =>
    async (one, token, version) =>
      outcomeOf(
        await server.call(api, {
          token,
          params: { id: one.id },
          body: { version, reason: '请补充', reasons: [] },
        }),
      );
  const verdict =
    (event: 'decline' | 'reconsider'): Call =>
    async (one, token, version) =>
      outcomeOf(
        await server.call(projectCheckApi.verdict, {
          token,
          params: { id: one.id, event },
          body: { version, reason: '业绩不足' },
        }),
      );
  const move =
    (event: 'recall' | 'withdraw'): Call =>
    async (one, token, version) =>
      outcomeOf(
        await server.call(projectApi.move, { token, params: { id: one.id, event }, body: { version } }),
      );
  return [
    {
      events: ['submit'],
      call: async (one, token, version) =>
        outcomeOf(
          await server.call(projectApi.submit, {
            token,
            params: { id: one.id },
            body: { version, commitmentId: texts['applicant'] as number, agreed: true },
          }),
        ),
    },
    { events: ['recall'], call: move('recall') },
    { events: ['withdraw'], call: move('withdraw') },
    { events: ['return'], call: back(projectApi.return) },
    {
      events: ['recommend'],
      call: async (one, token, version) =>
        outcomeOf(
          await server.call(projectApi.recommend, {
            token,
            params: { id: one.id },
            body: { version, ...departmentVote },
          }),
        ),
    },
    { events: ['decline'], call: verdict('decline') },
    { events: ['reconsider'], call: verdict('reconsider') },
    {
      events: ['report'],
      prepare: async ({ id }) => {
        const body = {
          ids: [id],
          startsOn: '2026-09-10',
          place: '公告栏',
          contact: '人事处',
          notice: '公示',
        };
        const { status, error } = await server.call(publicityApi.create, { token: school, body });
        if (status !== 201) throw new Error(error.message);
        clock.travelTo(later(START, 7 * DAY_MS));
      },
      call: async (one, token) =>
        outcomeOfMany(
          await server.call(projectCheckApi.report, {
            token,
            body: { ids: [one.id], commitmentId: texts['employer'] as number },
          }),
        ),
    },
    {
      events: ['retract'],
      call: async (one, token, version) =>
        outcomeOfMany(
          await server.call(projectCheckApi.retract, {
            token,
            body: { rows: [{ id: one.id, version }], reason: '材料有误' },
          }),
        ),
    },
    { events: ['supplement'], call: back(eligibilityApi.supplement) },
    { events: ['accept'], call: decide('eligible') },
    { events: ['refuse'], call: decide('ineligible') },
    { events: ['reopen'], call: undo },
  ];
};

/** A project of 天津大学 without a submission. */
export const newDraft = async ({ server, clock, cycleId }: StepWorld): Promise<One> => {
  clock.travelTo(START);
  const applicant = await newApplicant(server);
  return { token: applicant.token, id: await completeProject(server, applicant, cycleId) };
};

export const storedOf = async ({ pool }: StepWorld, { id }: One) => {
  const { rows } = await pool.query<{ state: ProjectState; version: number; steps: number }>(
    `select state, version, (select count(*)::int from state_event where entity = 'project' and entity_id = project.id) as steps
     from project where id = $1`,
    [id],
  );
  return rows[0]!;
};

/** Account that takes a step: the first actor of its line. */
export const takerOf = (world: StepWorld, one: One, who: readonly ProjectActor[]) =>
  who[0] === 'applicant' ? one.token : world.people[who[0] as string];

/** The lines of the machine from a draft to a state, as few as there can be, by calls where there are any. */
export const wayTo = (state: ProjectState) => {
  type Line = (typeof projectMachine.transitions)[number];
  const ways = new Map<ProjectState, Line[]>([['draft', []]]);
  for (const [from, way] of ways)
    for (const line of projectMachine.transitions)
      if (line.from === from && !ways.has(line.to)) ways.set(line.to, [...way, line]);
  return ways.get(state) ?? [];
};

/** Take one line of the machine by its call; steps that no call takes are set. */
export const follow = async (
  world: StepWorld,
  one: One,
  { event, who, to }: ReturnType<typeof wayTo>[number],
) => {
  if (event === 'lapse') {
    world.clock.travelTo(later(START, 20 * DAY_MS));
    await lapseSupplements(world.server.db, world.clock.now());
    return;
  }
  const step = stepsOf(world).find(({ events }) => events.includes(event));
  if (!step) {
    await world.pool.query('update project set state = $2 where id = $1', [one.id, to]);
    return;
  }
  await step.prepare?.(one);
  const { version } = await storedOf(world, one);
  const outcome = await step.call(one, takerOf(world, one, who), version);
  if (!isTaken(outcome)) throw new Error(`${event}: ${outcome.message}`);
};

/** A fresh project in this state. */
export const inState = async (world: StepWorld, state: ProjectState): Promise<One> => {
  const one = await newDraft(world);
  for (const line of wayTo(state)) await follow(world, one, line);
  return one;
};
