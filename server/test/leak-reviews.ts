import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import {
  readProject,
  saveForm,
  completeProject,
  newApplicant,
  publishedCycle,
  submit,
  withoutFiles,
} from './project-helpers.ts';
import { openNames } from './cycle-helpers.ts';
import type { TestServer } from './harness.ts';
import { markOf, type MarkName } from './leak-marks.ts';
import type { People } from './leak-people.ts';
import { wholeOpinion } from './review-helpers.ts';

const here = (name: MarkName) => markOf(name)[0];
const at = new Date('2026-09-11T02:00:00Z');
const parts = { match: 8000, ring: 0, rating: 0, warning: 0, noise: 0, load: 75, total: 7925 };

type Applicant = { school: string; name: MarkName; text?: MarkName };

/** Filled in, with a name and a text that stand nowhere else. */
export const fillIn = async (
  server: TestServer,
  cycleId: number,
  { school, name, text = name }: Applicant,
) => {
  const applicant = await newApplicant(server, school, { name: here(name) });
  const id = await completeProject(server, applicant, cycleId);
  const { form, version } = await readProject(server, applicant.token, id);
  const statement = { text: `述职 ${here(text === 'applicant' ? 'statement' : text)}` };
  const saved = await saveForm(server, applicant.token, { id, version, form: { ...form, statement } });
  if (saved.status !== 200) throw new Error(saved.error.message);
  return { ...applicant, id };
};

export const handIn = async (server: TestServer, cycleId: number, one: Applicant) => {
  const filled = await fillIn(server, cycleId, one);
  const sent = await submit(server, filled.token, filled.id);
  if (sent.status !== 204) throw new Error(sent.error.message);
  return filled;
};

const written: readonly AssignmentState[] = ['reviewing', 'submitted', 'returned', 'locked'];
const handedIn: readonly AssignmentState[] = ['submitted', 'locked'];

type Place = { cycleId: number; projectId: number; expertId: number; slot: number; state: AssignmentState };

/** An expert of a project with an assignment in this state; the opinion carries a mark if others must not read it. */
const addPlace = async ({ db }: TestServer, { state, ...place }: Place, mark?: MarkName) => {
  const { id } = await db
    .insertInto('assignment')
    .values({
      cycle_id: place.cycleId,
      project_id: place.projectId,
      expert_id: place.expertId,
      slot: place.slot,
      state,
      parts: JSON.stringify(parts),
      released_at: at,
      due_at: new Date('2090-01-01T00:00:00Z'),
      accepted_at: state === 'released' || state === 'declined' ? null : at,
      submitted_at: handedIn.includes(state) ? at : null,
      is_counted: handedIn.includes(state) || state === 'returned',
      total: handedIn.includes(state) ? 83 : null,
      answer: handedIn.includes(state) ? 'agree' : null,
      ended_reason: ['declined', 'recused', 'replaced', 'returned'].includes(state) ? '原因' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!written.includes(state)) return id;
  const opinion = wholeOpinion(mark ? { texts: { opinion: `${here(mark)}，`.repeat(12) } } : {});
  const values = { assignment_id: id, opinion: JSON.stringify(opinion), version: 1, saved_at: at };
  await db
    .insertInto('review')
    .values({
      ...values,
      rule_version: 1,
      submitted: handedIn.includes(state) || state === 'returned' ? values.opinion : null,
    })
    .execute();
  await db
    .insertInto('review_revision')
    .values({ ...values, client: 'tab1' })
    .execute();
  return id;
};

/**
 * One own assignment in each state; each project also has an expert who has submitted, and one who is missing in the
 * other world.
 */
const ofReader = [
  'released',
  'accepted',
  'reviewing',
  'submitted',
  'returned',
  'declined',
  'recused',
  'replaced',
] as const satisfies readonly AssignmentState[];

type Round = 'open' | 'closed' | 'published';

/**
 * Rounds in every state, and in them files of every state of a task: blind ones of a foreign school and of the own, and one that
 * is read with its names.
 */
export const addReviews = async (server: TestServer, people: People, office: string) => {
  const { db } = server;
  const { expertReader, openReader, foreign, vanishing, own: colleague } = people;
  const round = async (standing: Round, blind = true) => {
    const cycleId = await publishedCycle(server, office, withoutFiles);
    if (!blind) await openNames(server, cycleId);
    return { cycleId, standing };
  };
  const add = async (
    { cycleId, standing }: Awaited<ReturnType<typeof round>>,
    applicant: Applicant,
    {
      state,
      reader = expertReader,
      unpublished = 'opinion',
    }: { state: AssignmentState; reader?: number; unpublished?: MarkName },
  ) => {
    const { id: projectId, userId } = await handIn(server, cycleId, applicant);
    const others = standing === 'open' ? 'submitted' : 'locked';
    const place = { cycleId, projectId };
    const task = await addPlace(server, { ...place, expertId: reader, slot: 1, state });
    // The applicant reads the published opinions, without names.
    const mark = standing === 'published' ? undefined : unpublished;
    await addPlace(server, { ...place, expertId: foreign, slot: 2, state: others }, mark);
    // The number of opinions is known after publication.
    const third = standing === 'published' ? colleague : vanishing;
    await addPlace(server, { ...place, expertId: third, slot: 3, state: others }, mark);
    if (standing !== 'open')
      await db
        .insertInto('external_result')
        .values({
          project_id: projectId,
          cycle_id: cycleId,
          outcome: 'pass',
          asked: 3,
          returned: 3,
          disagreed: 0,
          message: '3 份中不同意 0 份',
          rule_version: 1,
          computed_at: at,
        })
        .execute();
    return { projectId, userId, task };
  };
  const [open, closed, published, named] = [
    await round('open'),
    await round('closed'),
    await round('published'),
    await round('open', false),
  ];
  const foreignApplicant = { school: '南开大学', name: 'applicant' } as const;
  const ownApplicant = { school: '天津大学', name: 'ownApplicant' } as const;
  const tasks = [];
  for (const state of ofReader) tasks.push(await add(open, foreignApplicant, { state }));
  const copied = await add(open, { school: '南开大学', name: 'copyApplicant' }, { state: 'reviewing' });
  await add(closed, foreignApplicant, { state: 'locked' });
  await add(published, foreignApplicant, { state: 'locked' });
  const own = await add(open, ownApplicant, { state: 'reviewing', unpublished: 'officerOpinion' });
  // Who applies with it is an officer too.
  await db.insertInto('user_role').values({ user_id: own.userId, role_id: 3 }).execute();
  // Late without a submission.
  await db
    .updateTable('assignment')
    .set({ due_at: new Date('2020-01-01T00:00:00Z') })
    .where('project_id', '=', own.projectId)
    .where('expert_id', '=', foreign)
    .execute();
  const ownPublished = await add(published, ownApplicant, { state: 'locked' });
  const inNames = { school: '南开大学', name: 'openApplicant' } as const;
  await add(named, inNames, { state: 'reviewing', reader: openReader });
  await server.pool.query(
    `update project set state = case when cycle_id = $2 then 'externalPassed' else 'inExternalReview' end
      where cycle_id = any($1)`,
    [[open, closed, published, named].map(({ cycleId }) => cycleId), published.cycleId],
  );
  await server.pool.query(`update cycle set state = 'reviewing' where id = any($1)`, [
    [open, closed, published, named].map(({ cycleId }) => cycleId),
  ]);
  for (const { cycleId, standing } of [closed, published])
    await db
      .insertInto('review_round')
      .values({
        cycle_id: cycleId,
        closed_at: at,
        released_at: standing === 'published' ? at : null,
        update_by: 'office',
      })
      .execute();
  return {
    reviewCycle: open.cycleId,
    closedCycle: closed.cycleId,
    publishedCycle: published.cycleId,
    reviewTask: tasks[2]!.task,
    reviewProject: tasks[2]!.projectId,
    copyTask: copied.task,
    copyProject: copied.projectId,
    ownProject: own.projectId,
    publishedProject: ownPublished.projectId,
    applicantUser: ownPublished.userId,
    officerUser: own.userId,
  };
};
