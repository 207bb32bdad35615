import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { projectMachine, type ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { actorNameOf } from '../src/platform/auth/actor-name.ts';
import { later } from '../src/platform/clock.ts';
import { addBody, findSchoolId, signedIn } from './factories.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
  withoutFiles,
} from './project-helpers.ts';
import { inState, type One, openWorld, START } from './project-steps.ts';
import { schoolSteps } from './school-steps.ts';
import type { TestServer } from './harness.ts';

/** Projects at the beginning of a pair, and who acts on them. */

/** A project as its acts have left it. */
export type Case = One & {
  cycleId: number;
  state: ProjectState;
  isExceptional: boolean;
  /** Who has asked a second person to accept it. */
  askedBy: string | null;
  /** Who asked and who accepted, where two are needed. */
  decidedBy: [string, string] | null;
  /** So many drafts were saved, and the statement of the present one. */
  drafts: number;
  draft: string;
  /** The statement that was handed in last. */
  handed: string | null;
  submissions: number;
  /** Steps of the check of eligibility. */
  checks: number;
  /** Events in words with those who took them, oldest first. */
  events: { event: string; by: string | null }[];
};

const personOf = async (server: TestServer, token: string) => {
  const { user } = (await server.call(authApi.info, { token })).body;
  return { token, id: user.id, name: actorNameOf(user) };
};

const COLLEGE = '智能学院甲';

/** The world of the steps, with a further cycle in which a college checks before the school, and a body after it. */
export const openPairWorld = async () => {
  const world = await openWorld();
  const { server, people, office } = world;
  const pid = await findSchoolId(server.db, '天津大学');
  const college = await server.call(schoolApi.create, {
    token: office,
    body: { name: COLLEGE, pid, enabled: true },
  });
  const officer = async (deptId: number) =>
    personOf(server, (await signedIn(server.db, { roleIds: [9], deptId })).token);
  const persons = {
    office: await personOf(server, office),
    colleague: await personOf(server, people['colleague']!),
    school: await personOf(server, people['school']!),
    college: await officer(college.body.id),
    body: await officer(await addBody(server.db, pid)),
  };
  const steppedId = await publishedCycle(server, office, withoutFiles, {
    collegeClosesAt: '2026-10-08',
    bodyClosesAt: '2026-10-25',
  });
  /** Where strangers have tried every act. */
  const tried = new Set<string>();
  return { ...world, persons, steppedId, tried };
};
export type PairWorld = Awaited<ReturnType<typeof openPairWorld>>;

const DAY_MS = 86_400_000;

/** A publicity that is over. */
const publicise = async ({ server, clock, persons }: PairWorld, { id }: One) => {
  const { status, error } = await server.call(publicityApi.create, {
    token: persons.school.token,
    body: { ids: [id], startsOn: '2026-09-10', place: '公告栏', contact: '人事处', notice: '公示' },
  });
  if (status !== 201) throw new Error(error.message);
  clock.travelTo(later(START, 7 * DAY_MS));
};

/** What is known of a project from its rows, before the acts of a pair. */
const knownOf = async ({ pool }: PairWorld, one: One): Promise<Case> => {
  const { rows } = await pool.query<Omit<Case, 'id' | 'token'>>(
    `select cycle_id::int as "cycleId", state, kind = 'exceptional' as "isExceptional", 0 as drafts,
      null as "askedBy", null as "decidedBy",
      form #>> '{statement,text}' as draft,
      (select content #>> '{form,statement,text}' from project_snapshot where project_id = project.id
        order by round desc limit 1) as handed,
      (select count(*)::int from project_snapshot where project_id = project.id) as submissions,
      (select count(*)::int from eligibility_check where project_id = project.id) as checks,
      (select coalesce(jsonb_agg(jsonb_build_object('event', event, 'by', case when actor_id is not null
          then nick_name || '（' || regexp_replace(username, '^(1..)....(....)', '\\1****\\2') || '）' end) order by state_event.id), '[]')
        from state_event left join sys_user on sys_user.id = actor_id
        where entity = 'project' and entity_id = project.id) as events
      from project where id = $1`,
    [one.id],
  );
  const known = rows[0]!;
  const words = projectMachine.events as Record<string, string>;
  return { ...one, ...known, events: known.events.map(({ event, by }) => ({ event: words[event]!, by })) };
};

export type Start = {
  state: ProjectState;
  isExceptional?: boolean;
  isStepped?: boolean;
  isPublicised?: boolean;
};

/** A project of a college in the cycle of many steps: submitted to the college, or reported to the body. */
const newStepped = async (world: PairWorld, state: ProjectState): Promise<One> => {
  const { server, clock, steppedId, persons } = world;
  clock.travelTo(START);
  const applicant = await newApplicant(server, COLLEGE);
  const id = await completeProject(server, applicant, steppedId);
  const one = { ...applicant, id };
  const done = ({ status, error }: { status: number; error?: { message: string } }) => {
    if (status >= 300) throw new Error(error?.message);
  };
  done(await submit(server, one.token, id));
  if (state === 'submitted') return one;
  const { version } = await readProject(server, one.token, id);
  const body = { version, reason: '同意' };
  const params = { id, event: 'handOn' } as const;
  done(await server.call(projectCheckApi.verdict, { token: persons.college.token, params, body }));
  const school = schoolSteps(server, persons.school.token);
  done(await school.recommend(one));
  await publicise(world, one);
  done(await school.report([id]));
  return one;
};

export const supervisorOf = (people: PairWorld['people']) => people['supervisor']!;

/** A fresh project where a pair begins. */
export const newCase = async (world: PairWorld, start: Start): Promise<Case> => {
  const { pool } = world;
  await pool.query('update cycle set suspended_reason = null, suspended_at = null');
  const one = start.isStepped ? await newStepped(world, start.state) : await inState(world, start.state);
  await pool.query(`update teacher set staff_no = 'T' || id where staff_no is null`);
  if (start.isExceptional)
    await pool.query(`update project set kind = 'exceptional' where id = $1`, [one.id]);
  if (start.isPublicised) await publicise(world, one);
  return knownOf(world, one);
};
