import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import {
  type ProjectActor,
  type ProjectEvent,
  projectMachine,
} from '@zhiping/shared/rules/project/states.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { later } from '../src/platform/clock.ts';
import { readCycle } from './cycle-helpers.ts';
import { importProjects } from './import-helpers.ts';
import { outcomeOf } from './pair-act.ts';
import { readProject, saveForm } from './project-helpers.ts';
import type { Case, PairWorld } from './project-pair-world.ts';
import { type Outcome, stepsOf } from './project-steps.ts';
import { sheetOfProjects } from './project-workbook.ts';

/** A call for each event of a project by each account that its table names, and for what changes a project beside it. */

/** Accounts that take acts; of the office there are two. */
type Taker = Exclude<ProjectActor, 'clock'> | 'colleague';

export type CaseAct = {
  name: string;
  events: readonly ProjectEvent[];
  by: Taker | 'clock';
  call: (world: PairWorld, one: Case, token: string) => Promise<Outcome>;
};
type Call = CaseAct['call'];

/** These come with a draw, which ordered-pairs.test.ts plays. */
export const withDraws: readonly ProjectEvent[] = ['sendOut', 'pass', 'fail'];

const WEEK_MS = 7 * 86_400_000;

export const versionOf = async ({ pool }: PairWorld, { id }: Case): Promise<number> => {
  const { rows } = await pool.query<{ version: number }>('select version from project where id = $1', [id]);
  return rows[0]!.version;
};

const check =
  (event: 'handOn' | 'sendBack' | 'endorse' | 'giveBack'): Call =>
  async (world, one, token) =>
    outcomeOf(
      await world.server.call(projectCheckApi.verdict, {
        token,
        params: { id: one.id, event },
        body: { version: await versionOf(world, one), reason: '业绩不足' },
      }),
    );

/** Fills in the department for the school. */
const prefill: Call = async ({ server, pool }, { id, cycleId }, token) => {
  const { rows } = await pool.query<{ who: string; name: string }>(
    `select staff_no as who, teacher.name from teacher join project using (person_id) where project.id = $1`,
    [id],
  );
  const bytes = await sheetOfProjects([{ ...rows[0]!, 'basic.department': '别的学院' }]);
  const answer = await importProjects(server, token, bytes, { cycleId, overwrite: true });
  const { errors = [] } = (answer.body ?? {}) as { errors?: { message: string }[] };
  const [error] = errors;
  return error ? { status: 400, code: 'in a report', message: error.message } : outcomeOf(answer);
};

const elsewhere: Partial<Record<ProjectEvent, Call>> = {
  prefill,
  handOn: check('handOn'),
  sendBack: check('sendBack'),
  endorse: check('endorse'),
  giveBack: check('giveBack'),
  lapse: async ({ server, clock }) => {
    await lapseSupplements(server.db, clock.now());
    return { status: 204, code: '', message: '' };
  },
};

const callOf =
  (event: ProjectEvent): Call =>
  async (world, one, token) => {
    const call = elsewhere[event];
    if (call) return call(world, one, token);
    const step = stepsOf(world).find(({ events }) => events.includes(event));
    if (!step) throw new Error(`no call for ${event} of a project`);
    return step.call(one, token, await versionOf(world, one));
  };

const takersOf = (event: ProjectEvent): CaseAct['by'][] => {
  const actors = new Set(
    projectMachine.transitions.filter((line) => line.event === event).flatMap(({ who }) => who),
  );
  return [...actors].flatMap((who) => (who === 'office' ? (['office', 'colleague'] as const) : [who]));
};

const ofTable = (Object.keys(projectMachine.events) as ProjectEvent[])
  .filter((event) => !withDraws.includes(event))
  .flatMap((event) =>
    takersOf(event).map((by): CaseAct => ({
      name: `${event} by ${by}`,
      events: [event],
      by,
      call: callOf(event),
    })),
  );

/** An answer to the request to accept a project, or its withdrawal. */
const answer =
  (event: 'confirm' | 'refuse' | 'withdraw'): Call =>
  async ({ server, pool }, { id }, token) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id::float8 as id from confirmation where object = 'project' and object_id = $1 and state = 'waiting'`,
      [id],
    );
    const params = { id: rows[0]?.id ?? 999_999 };
    const body = { note: null, reason: '理由不足' };
    return outcomeOf(await server.call(confirmationApi[event], { token, params, body }));
  };
const answers = (['office', 'colleague'] as const).flatMap((by): CaseAct[] => [
  { name: `a confirmation by ${by}`, events: ['accept'], by, call: answer('confirm') },
  { name: `a refused request by ${by}`, events: [], by, call: answer('refuse') },
  { name: `a withdrawn request by ${by}`, events: [], by, call: answer('withdraw') },
]);

const moveCycle =
  (event: 'suspend' | 'resume'): Call =>
  async ({ server, office }, { cycleId: id }, token) => {
    const { version } = await readCycle(server, office, id);
    return outcomeOf(
      await server.call(cycleApi.move, { token, params: { id, event }, body: { version, reason: '核查' } }),
    );
  };

/** The statement of the next draft. */
export const nextDraft = ({ drafts }: Case) => `述职第 ${drafts + 1} 稿`;

const edit: Call = async ({ server }, one, token) => {
  const { form, version } = await readProject(server, one.token, one.id);
  const statement = { text: nextDraft(one) };
  return outcomeOf(await saveForm(server, token, { id: one.id, version, form: { ...form, statement } }));
};

const beside: CaseAct[] = [
  { name: 'a new draft', events: [], by: 'applicant', call: edit },
  { name: 'a suspension', events: [], by: 'office', call: moveCycle('suspend') },
  { name: 'a resumption', events: [], by: 'office', call: moveCycle('resume') },
  {
    name: 'a week',
    events: [],
    by: 'clock',
    call: async ({ clock }) => {
      clock.travelTo(later(clock.now(), WEEK_MS));
      return { status: 204, code: '', message: '' };
    },
  },
];

export const caseActs: readonly CaseAct[] = [...ofTable, ...answers, ...beside];
