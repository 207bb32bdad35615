import type { ProjectEvent, ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { addBody } from './factories.ts';
import type { TestServer } from './harness.ts';
import { type MarkName, markOf } from './leak-marks.ts';
import type { People } from './leak-people.ts';
import { fillIn, handIn } from './leak-reviews.ts';

const here = (name: MarkName) => markOf(name)[0];
const at = new Date('2026-09-12T02:00:00Z');

type Step = { event: ProjectEvent; from: ProjectState; to: ProjectState };
type Words = { id: number; mark: MarkName };

/** Taken, with a word on it. */
const take = async ({ db }: TestServer, { id, mark }: Words, { event, from, to }: Step) => {
  await db.updateTable('project').set({ state: to, update_time: at }).where('id', '=', id).execute();
  await db
    .insertInto('state_event')
    .values({
      entity: 'project',
      entity_id: id,
      event,
      from_state: from,
      to_state: to,
      note: here(mark),
      at,
    })
    .execute();
};

/** Input since the last submission. */
const type = ({ pool }: TestServer, id: number) =>
  pool.query(`update project set form = jsonb_set(form, '{statement,text}', $2) where id = $1`, [
    id,
    JSON.stringify(here('typing')),
  ]);

const sendBack = async (server: TestServer, words: Words, kind: 'return' | 'supplement') => {
  const { id, mark } = words;
  await server.db
    .insertInto('project_return')
    .values({
      project_id: id,
      round: 1,
      kind,
      due_at: kind === 'supplement' ? new Date('2090-01-01T00:00:00Z') : null,
      reason: here(mark),
      reasons: JSON.stringify([{ path: 'statement', message: here(mark) }]),
      returned_by: 1,
      returned_at: at,
    })
    .execute();
  const step: Step =
    kind === 'return'
      ? { event: kind, from: 'submitted', to: 'returned' }
      : { event: kind, from: 'reported', to: 'supplementing' };
  await take(server, words, step);
  await type(server, id);
};

const recommend = async (server: TestServer, words: Words) => {
  await server.db
    .insertInto('project_recommendation')
    .values({
      project_id: words.id,
      round: 1,
      present: 5,
      in_favour: 5,
      against: 0,
      abstain: 0,
      opinion: here(words.mark),
      recommended_by: 1,
      recommended_at: at,
    })
    .execute();
  await take(server, words, { event: 'recommend', from: 'submitted', to: 'unitPublicity' });
};

const report = async (server: TestServer, words: Words) => {
  await recommend(server, words);
  await take(server, words, { event: 'report', from: 'unitPublicity', to: 'reported' });
};

const decide = async (server: TestServer, words: Words) => {
  await server.db
    .insertInto('eligibility_check')
    .values({
      project_id: words.id,
      round: 1,
      step: 'decided',
      verdict: 'ineligible',
      opinion: here(words.mark),
      items: JSON.stringify([
        { code: 'Q1', title: '任职年限', level: null, isMet: false, message: '', remark: here(words.mark) },
      ]),
      rule_version: 1,
      decided_by: 1,
      decided_at: at,
    })
    .execute();
  await take(server, words, { event: 'refuse', from: 'reported', to: 'ineligible' });
};

/** A notice of the school, and what was objected. */
const publicise = async (
  { db }: TestServer,
  { id, mark }: Words,
  place: { cycleId: number; schoolId: number },
) => {
  const { id: publicity } = await db
    .insertInto('unit_publicity')
    .values({
      cycle_id: place.cycleId,
      school_id: place.schoolId,
      starts_on: '2026-09-14',
      ends_on: '2026-09-18',
      working_days: 5,
      place: here(mark),
      contact: here(mark),
      notice: here(mark),
      people: JSON.stringify([
        {
          projectId: id,
          name: here('applicant'),
          department: '',
          presentTitle: '',
          titleName: '',
          subject: '',
        },
      ]),
      create_time: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('unit_publicity_project')
    .values({ publicity_id: publicity, project_id: id, round: 1 })
    .execute();
  await db
    .insertInto('objection')
    .values({
      publicity_id: publicity,
      project_id: id,
      name: here(mark),
      content: here(mark),
      received_on: '2026-09-15',
      due_on: '2026-09-30',
      create_time: at,
    })
    .execute();
  return publicity;
};

/**
 * Projects of a foreign school in every state between school and office, with the texts of those who check them and
 * unsubmitted input; and unsubmitted input at the own school, which only its applicant reads.
 */
export const addStates = async (server: TestServer, { nankai }: People, cycleId: number) => {
  const foreign = { school: '南开大学', name: 'applicant' } as const;
  const own = { school: '天津大学', name: 'ownApplicant' } as const;
  const handedIn = async (one: Parameters<typeof handIn>[2], mark: MarkName = 'checkWords') => ({
    ...(await handIn(server, cycleId, one)),
    mark,
  });
  const added: number[] = [];
  const next = async (
    one: Parameters<typeof handIn>[2],
    standing: (words: Words) => Promise<unknown>,
    mark?: MarkName,
  ) => {
    const words = await handedIn(one, mark);
    await standing(words);
    added.push(words.id);
    return words;
  };
  const giveUp = (words: Words) =>
    take(server, words, { event: 'withdraw', from: 'submitted', to: 'withdrawn' });
  for (const school of [foreign, own]) {
    const draft = await fillIn(server, cycleId, { ...school, text: 'typing' });
    added.push(draft.id);
    await next({ ...school, text: 'typing' }, giveUp);
  }
  await next(own, ({ id }) => sendBack(server, { id, mark: 'ownApplicant' }, 'return'));
  await next(foreign, (words) => sendBack(server, words, 'return'));
  await next(foreign, (words) =>
    take(server, words, { event: 'decline', from: 'submitted', to: 'notRecommended' }),
  );
  const named = await next(foreign, (words) => recommend(server, words));
  const publicity = await publicise(server, named, { cycleId, schoolId: nankai });
  await next(foreign, async (words) => {
    await recommend(server, words);
    await sendBack(server, words, 'supplement');
  });
  await next(foreign, (words) => decide(server, words));
  const bodyId = await addBody(server.db, nankai);
  await next(
    { ...foreign, name: 'reportedApplicant' },
    (words) => report(server, words),
    'reportedApplicant',
  );
  return { stateProjects: added, publicity, bodyId };
};
