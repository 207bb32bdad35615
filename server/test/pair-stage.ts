import { awaitedStates, type AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { actorName } from '../src/platform/auth/actor-name.ts';
import { newestTexts } from './cycle-helpers.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { createTestDatabase, startTestServer, type TestServer, travellingClock } from './harness.ts';
import { untilIdle } from './idle.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';
import {
  conductDraw,
  drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  releaseDraw,
  wholeOpinion,
} from './review-helpers.ts';
import { deskOf, placesOf, type RoundExpert } from './round-helpers.ts';
import { START } from './worlds.ts';

/** A round in which every opinion is submitted, copied for pairs of acts, and what is known to have happened in it. */

/** What the opinion in question says. */
const kinds = ['agree', 'disagree'] as const;
export type Kind = (typeof kinds)[number];

/** An assignment as its acts have left it. */
export type Place = {
  id: number;
  project: number;
  expert: RoundExpert;
  state: AssignmentState;
  draft: FilledForm | null;
  /** As it was handed in last. */
  handed: FilledForm | null;
  /** Both names of an exclusion. */
  excludedBy: [string, string] | null;
};

const FILES_OF_A_KIND = 4;
/** Others on the same project: one more disagreement makes them two, which fail by the rule. */
const others: readonly Kind[] = ['disagree', 'agree'];

const REPEATS = 6;
/** An opinion that no other one equals. */
export const opinionOf = (mark: string, conclusion: Kind): FilledForm =>
  wholeOpinion({ conclusion, texts: { opinion: `（${mark}）该同志有系统的研究，`.repeat(REPEATS) } });

const nameOf = async (server: TestServer, userId: number) => {
  const { name } = await server.db
    .selectFrom('sys_user')
    .select(actorName().as('name'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
};

const openPeople = async (server: TestServer) => {
  const of = async (roleId: number, deptId?: number) => {
    const { id, token } = await signedIn(server.db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) });
    return { id, token, name: await nameOf(server, id) };
  };
  return {
    office: await of(3),
    second: await of(3),
    'the super administrator': await of(1),
    school: await of(9, await findSchoolId(server.db, '天津大学')),
    supervisor: await of(4),
    'the system administrator': await of(2),
  };
};
export type Person = Awaited<ReturnType<typeof openPeople>>['office'];

const handIn = async (server: TestServer, place: Omit<Place, 'handed'>, conclusion: Kind): Promise<Place> => {
  const desk = deskOf(server);
  const task = { expert: place.expert, id: place.id };
  const opinion = opinionOf(`第 ${place.id} 份`, conclusion);
  const saved = await desk.save(task, 0, opinion);
  if (saved.status !== 200) throw new Error(saved.error.message);
  const sent = await desk.submit(task, 1);
  if (sent.status !== 204) throw new Error(sent.error.message);
  return { ...place, state: 'submitted', draft: opinion, handed: opinion };
};

/** A warning that an officer may turn into a ban, for each pair. */
const addWarnings = ({ pool }: TestServer, cycleId: number) =>
  pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
      select cycle_id, project_id, expert_id, 'formerUnit', 'warn', '曾同校', 'history', now()
      from assignment where cycle_id = $1 on conflict do nothing`,
    [cycleId],
  );

/** A draw without a supervisor, as far as its result. */
const drawAll = async (server: TestServer, token: string, cycleId: number) => {
  const drawId = await newDraw(server, token, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, drawId, [{ token, secret: newSecret() }]);
  return drawId;
};

const setState = ({ pool }: TestServer, ids: readonly number[], state: string) =>
  pool.query('update project set state = $2 where id = any($1)', [ids, state]);

/** Projects of a round: the first ones are sent out, and the last one is drawn for, which nobody knows yet. */
const openProjects = async (server: TestServer, token: string, isDrawnAgain: boolean) => {
  const cycleId = await publishedCycle(server, token, { ...withoutFiles, E5: { values: { days: 0 } } });
  const files = FILES_OF_A_KIND * kinds.length;
  const projects = await eligibleProjects(server, cycleId, isDrawnAgain ? files + 1 : files);
  const last = projects.slice(files).map(({ id }) => id);
  await setState(server, last, 'reported');
  const drawId = await drawAll(server, token, cycleId);
  await releaseDraw(server, token, drawId);
  if (!isDrawnAgain) return { cycleId, projects, drawId };
  await setState(server, last, 'eligible');
  return { cycleId, projects, drawId: await drawAll(server, token, cycleId) };
};

/** The round that all stages are copies of. */
export const buildRound = async ({ isDrawnAgain = false } = {}) => {
  const database = await createTestDatabase();
  const clock = travellingClock(START);
  const server = await startTestServer({ connection: database.connection, clock, work: {} });
  await server.pool.query('update timing_job set paused = true, next_run = null');
  const people = await openPeople(server);
  const experts = await drawableExperts(server, 14);
  const { cycleId, projects, drawId } = await openProjects(server, people.office.token, isDrawnAgain);
  for (const expert of experts) await deskOf(server).sign(expert, cycleId);
  const rows = await placesOf(server, cycleId);
  const focus: Record<Kind, number[]> = { agree: [], disagree: [] };
  const proposed: number[] = [];
  const places: Place[] = [];
  for (const [at, { id: project }] of projects.entries()) {
    const kind = kinds[at % kinds.length]!;
    const own = rows.filter((row) => row.project === project);
    for (const [slot, { id, expert: expertId, state }] of own.entries()) {
      const expert = experts.find((one) => one.expertId === expertId)!;
      const place = { id, project, expert, draft: null, excludedBy: null } as const;
      if (state === 'proposed') {
        proposed.push(id);
        places.push({ ...place, state, handed: null });
        continue;
      }
      if (slot === 0) focus[kind].push(id);
      const conclusion = slot === 0 ? kind : others[slot - 1]!;
      places.push(await handIn(server, { ...place, state: 'accepted' }, conclusion));
    }
  }
  const texts = await newestTexts(server);
  await server.pool.query(`update teacher set staff_no = 'T' || id`);
  await untilIdle(server);
  await addWarnings(server, cycleId);
  // Months pass.
  await server.pool.query(`update session set seen_at = '2027-01-01', expires_at = '2027-01-01'`);
  await server.close();
  const facts = { people, experts, cycleId, drawId, projects, places, focus, proposed, texts };
  /** Where strangers have tried every act. */
  const tried = new Set<string>();
  return { facts, template: database.name, drop: database.drop, tried };
};
export type Round = Awaited<ReturnType<typeof buildRound>>;

/** How many disagreements the rule of the cycle bears at first. */
const MOST = 1;

/** A copy of the round, with a record of what happens in it. */
export const openStage = async ({ facts, template }: Round, performer: Person) => {
  const clock = travellingClock(START);
  const server = await startTestServer({ template, clock });
  return {
    ...facts,
    server,
    clock,
    performer,
    places: structuredClone(facts.places),
    most: MOST,
    isSuspended: false,
    isClosed: false,
    isPublished: false,
    /** Of the projects, once the round is closed. */
    outcomes: null as Map<number, string> | null,
    /** So many drafts were saved. */
    drafts: 0,
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Takes up the assignments that have come since, to experts in the place of others. */
export const followPlaces = async ({ server, cycleId, places, experts }: Stage) => {
  for (const { id, project, expert: expertId, state } of await placesOf(server, cycleId)) {
    if (places.some((place) => place.id === id)) continue;
    const expert = experts.find((one) => one.expertId === expertId)!;
    const fresh = { id, project, expert, state: state as AssignmentState };
    places.push({ ...fresh, draft: null, handed: null, excludedBy: null });
  }
};

export const isAwaitedPlace = ({ state }: Place) => (awaitedStates as readonly string[]).includes(state);
