import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import type { CycleEvent } from '@zhiping/shared/rules/cycle/states.ts';
import type { ProjectEvent } from '@zhiping/shared/rules/project/states.ts';
import { advanceDueCycles } from '../src/modules/cycle/advance-cycles.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { later } from '../src/platform/clock.ts';
import { readCycle, usualTimes } from './cycle-helpers.ts';
import { importProjects } from './import-helpers.ts';
import { type Act, outcomeOf, versionOf } from './pair-act.ts';
import { assignmentActs } from './pair-acts.ts';
import type { Place, Stage } from './pair-stage.ts';
import { stepsOf } from './project-steps.ts';
import { sheetOfProjects } from './project-workbook.ts';

/** A call for each event of a project and of a cycle, and for what concerns the cycle beside its table. */

type Call = Act['call'];
type Made = Pick<Act, 'call'> & Partial<Omit<Act, 'name' | 'call'>>;

const DAY_MS = 86_400_000;

const moveCycle =
  (event: 'publish' | 'review' | 'suspend' | 'resume'): Call =>
  async (stage, _, token) => {
    const { server, cycleId: id } = stage;
    const body = { version: await versionOf(stage, 'cycle', id), reason: '核查' };
    return outcomeOf(await server.call(cycleApi.move, { token, params: { id, event }, body }));
  };

/** What time brings, if anything. */
const byClock =
  (work: (stage: Stage) => Promise<void>): Call =>
  async (stage) => {
    await work(stage);
    return { status: 204, code: '', message: '' };
  };

const schedule =
  (times: Partial<typeof usualTimes>): Call =>
  async (stage, _, token) => {
    const { server, cycleId: id } = stage;
    const version = await versionOf(stage, 'cycle', id);
    const body = { ...usualTimes, ...times, id, version, reason: '应学校请求' };
    return outcomeOf(await server.call(cycleApi.saveSchedule, { token, body }));
  };

const cycleEvents: Record<CycleEvent, Made> = {
  publish: { call: moveCycle('publish') },
  open: { by: 'clock', call: byClock(({ server, clock }) => advanceDueCycles(server.db, clock.now())) },
  close: { by: 'clock', call: byClock(({ server, clock }) => advanceDueCycles(server.db, clock.now())) },
  extend: { call: schedule({ applyClosesAt: '2026-10-10' }) },
  review: { call: moveCycle('review') },
  suspend: { call: moveCycle('suspend'), happened: (stage) => void (stage.isSuspended = true) },
  resume: { call: moveCycle('resume'), happened: (stage) => void (stage.isSuspended = false) },
};

const EARLIER = '2026-11-15';
const nothing = () => {};

/** Another person of the office confirms a request. */
const confirmed = async ({ server, people }: Stage, id: number) =>
  outcomeOf(
    await server.call(confirmationApi.confirm, {
      token: people.second.token,
      params: { id },
      body: { note: null },
    }),
  );

/** Rules under which fewer disagreements fail a project. */
const nextRules: Call = async (stage, _, token) => {
  const { server, cycleId: id, people } = stage;
  const { rules, version } = await readCycle(server, people.office.token, id);
  const body = { id, version, reason: '上级规定', rules: { ...rules, R2: { values: { most: 0 } } } };
  const asked = await server.call(cycleApi.saveRules, { token, body: body as never });
  const requested = asked.status === 200 ? asked.body.confirmationId : null;
  return requested === null ? outcomeOf(asked) : confirmed(stage, requested);
};

/** Results keep the rules under which they came about. */
const followRules = (stage: Stage) => {
  if (!stage.isClosed) stage.most = 0;
};

const bringForward: Call = async (stage, _, token) => {
  const { server, cycleId: id } = stage;
  const asked = await server.call(cycleApi.bringForward, {
    token,
    params: { id },
    body: {
      version: await versionOf(stage, 'cycle', id),
      end: 'reviewClosesAt',
      at: EARLIER,
      reason: '上级要求',
    } as never,
  });
  return asked.status === 201 ? confirmed(stage, asked.body.id) : outcomeOf(asked);
};

const beside: Record<string, Made> = {
  'the next rules': { call: nextRules, happened: followRules },
  'a later end': { call: schedule({ reviewClosesAt: '2026-12-10' }), happened: nothing },
  'an earlier end': { call: bringForward, happened: nothing },
  'the end of time': {
    by: 'clock',
    // Later than every end that other acts set.
    call: byClock(async ({ clock }) => void clock.travelTo(new Date('2026-12-28T10:00:00+08:00'))),
    happened: nothing,
  },
};

const publish: Call = async ({ server, cycleId }, _, token) =>
  outcomeOf(await server.call(assignmentApi.publish, { token, body: { cycleId } }));
const published: Made = {
  isShared: true,
  call: publish,
  happened: (stage) => void (stage.isPublished = true),
};

const check =
  (event: 'handOn' | 'sendBack' | 'endorse' | 'giveBack'): Call =>
  async (stage, { project }, token) =>
    outcomeOf(
      await stage.server.call(projectCheckApi.verdict, {
        token,
        params: { id: project, event },
        body: { version: await versionOf(stage, 'project', project), reason: '业绩不足' },
      }),
    );

/** Fills in a form for the school, which names its teacher by the number of the identity card. */
const prefill: Call = async ({ server, cycleId }, { project }, token) => {
  const { rows } = await server.pool.query<{ staff: string | null; name: string }>(
    `select staff_no as staff, teacher.name from teacher join project using (person_id) where project.id = $1`,
    [project],
  );
  const row = { who: rows[0]?.staff ?? '', name: rows[0]?.name ?? '', 'basic.department': '别的学院' };
  const bytes = await sheetOfProjects([row]);
  const answer = await importProjects(server, token, bytes, { cycleId, overwrite: true });
  const [error] =
    answer.status === 200 ? ((answer.body as { errors: { message: string }[] }).errors ?? []) : [];
  return error ? { status: 400, code: 'in a report', message: error.message } : outcomeOf(answer);
};

const release = assignmentActs.find(({ name }) => name === 'assignment release')!;

const elsewhere: Partial<Record<ProjectEvent, Made>> = {
  prefill: { by: 'school', call: prefill },
  handOn: { by: 'school', call: check('handOn') },
  sendBack: { by: 'school', call: check('sendBack') },
  endorse: { by: 'school', call: check('endorse') },
  giveBack: { by: 'school', call: check('giveBack') },
  lapse: {
    by: 'clock',
    call: byClock(({ server, clock }) => lapseSupplements(server.db, later(clock.now(), DAY_MS))),
  },
  sendOut: release,
  pass: published,
  fail: published,
};

/** Steps that project-states.test.ts takes, asked of a project under review. */
const projectStep =
  (event: ProjectEvent): Call =>
  async (stage, { project }, token) => {
    const { server, clock, people, cycleId, texts, projects } = stage;
    const world = {
      server,
      clock,
      pool: server.pool,
      office: people.office.token,
      cycleId,
      texts,
      people: { school: people.school.token, colleague: people.second.token },
    };
    const step = stepsOf(world).find(({ events }) => events.includes(event));
    if (!step) throw new Error(`no call for ${event} of a project`);
    const one = projects.find(({ id }) => id === project)!;
    return step.call(one, token, await versionOf(stage, 'project', project));
  };

const ofApplicant: readonly ProjectEvent[] = ['submit', 'recall', 'withdraw'];
const ofSchool: readonly ProjectEvent[] = [
  'return',
  'recommend',
  'decline',
  'reconsider',
  'report',
  'retract',
];
const byOf = (event: ProjectEvent): Act['by'] => {
  if (ofApplicant.includes(event)) return 'applicant';
  return ofSchool.includes(event) ? 'school' : 'office';
};

const act = (name: Act['name'], made: Made): Act => ({
  by: 'office',
  isShared: !name.startsWith('project'),
  happened: () => {
    throw new Error(`${name} changed something here`);
  },
  ...made,
  name,
});

export const cycleActs: Act[] = [
  ...Object.entries(cycleEvents).map(([name, made]) => act(`cycle ${name as CycleEvent}`, made)),
  ...Object.entries(beside).map(([name, made]) => act(`beside ${name}`, made)),
];

export const projectAct = (event: ProjectEvent): Act =>
  act(`project ${event}`, elsewhere[event] ?? { by: byOf(event), call: projectStep(event) });

/** Whose account takes an act at a place. */
export const takerOf = ({ performer, people, projects }: Stage, { by }: Act, place: Place): string => {
  if (by === 'expert') return place.expert.token;
  if (by === 'applicant') return projects.find(({ id }) => id === place.project)!.token;
  return by === 'school' ? people.school.token : performer.token;
};
