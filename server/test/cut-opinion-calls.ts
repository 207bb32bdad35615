import { expect } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cuttable } from './cut-server.ts';
import { signedIn } from './factories.ts';
import { createTestDatabase, startTestServer, travellingClock } from './harness.ts';
import { drawableExperts, wholeOpinion } from './review-helpers.ts';
import { deskOf, openRound, placesOf, type RoundExpert, type Task } from './round-helpers.ts';

/** Each kind of call at an opinion, to be cut. */

const START = new Date('2026-09-10T10:00:00+08:00');

/** The names of the calls, which tests have before there is a server. */
export const opinionCases = [
  'a signature',
  'the first words',
  'further words',
  'an opinion that is handed in',
  'one that is taken back',
  'one that is returned',
] as const;
type OpinionCase = (typeof opinionCases)[number] | 'a file that is given back';

type Fresh = () => Promise<() => Promise<unknown>>;

const openFiles = async () => {
  const clock = travellingClock(START);
  const database = await createTestDatabase();
  const { connection } = database;
  // One that does background work draws; the one that is cut does nothing but what it is asked.
  const drawing = await startTestServer({ clock, work: {}, connection });
  const office = (await signedIn(drawing.db, { roleIds: [3] })).token;
  const experts = await drawableExperts(drawing, 8);
  const { cycleId } = await openRound(drawing, office, { files: 7 });
  await drawing.close();
  const server = await startTestServer({ clock, connection });
  await server.pool.query('update timing_job set paused = true, next_run = null');
  const of = (id: number) => experts.find(({ expertId }) => expertId === id) as RoundExpert;
  const free = (await placesOf(server, cycleId)).map(({ id, expert }): Task => ({ id, expert: of(expert) }));
  return { database, server, office, cycleId, free };
};

const done = ({ status, error }: { status: number; error?: { message: string } }) =>
  expect(status, error?.message).toBeLessThan(300);

/** Released assignments, and a server that is cut. */
export const openCutOpinions = async () => {
  const { database, server, office, cycleId, free } = await openFiles();
  const cut = cuttable(server);
  const desk = deskOf(server);
  const signFor = ({ expert, id }: Task) =>
    desk.sign(expert, cycleId, { assignmentIds: [id], cycleId: undefined });
  const signed = async () => {
    const task = free.pop()!;
    done(await signFor(task));
    return task;
  };
  const written = async () => {
    const task = await signed();
    done(await desk.save(task, 0));
    return task;
  };
  const handedIn = async () => {
    const task = await written();
    done(await desk.submit(task, 1));
    return task;
  };
  const giveBack = async ({ id }: Task) => {
    const { version } = (await placesOf(server, cycleId)).find((place) => place.id === id)!;
    const body = { version, reason: '笼统', dueAt: null };
    return () => server.call(assignmentApi.return, { token: office, params: { id }, body });
  };
  const from =
    (make: () => Promise<Task>, call: (task: Task) => Promise<unknown>): Fresh =>
    async () => {
      const task = await make();
      return () => call(task);
    };
  const cases: Record<OpinionCase, Fresh> = {
    'a signature': from(async () => free.pop()!, signFor),
    'the first words': from(signed, (task) => desk.save(task, 0)),
    'further words': from(written, (task) => desk.save(task, 1, wholeOpinion({ conclusion: 'disagree' }))),
    'an opinion that is handed in': from(written, (task) => desk.submit(task, 1)),
    'one that is taken back': from(handedIn, (task) => desk.move(task, 'recall')),
    'one that is returned': async () => giveBack(await handedIn()),
    'a file that is given back': from(signed, (task) => desk.move(task, 'recuse')),
  };
  /** Every opinion is there, and the round may end. */
  const readyToClose = async () => {
    const { pool } = server;
    await pool.query(
      `insert into review (assignment_id, opinion, submitted, rule_version, version, saved_at)
       select id, $2, $2, 1, 1, $3 from assignment where cycle_id = $1 on conflict (assignment_id) do update set submitted = excluded.submitted`,
      [cycleId, JSON.stringify(wholeOpinion()), START],
    );
    await pool.query(
      `update assignment set state = 'submitted', accepted_at = coalesce(accepted_at, $2), submitted_at = $2, is_counted = true
       where cycle_id = $1 and state in ('released', 'accepted', 'reviewing', 'returned')`,
      [cycleId, START],
    );
    const asked = await server.call(assignmentApi.close, {
      token: office,
      body: { cycleId, reason: '意见已交齐' },
    });
    const second = await signedIn(server.db, { roleIds: [3] });
    return () =>
      server.call(confirmationApi.confirm, {
        token: second.token,
        params: { id: asked.body.confirmationId! },
        body: { note: null },
      });
  };
  const standing = async () => {
    const { rows } = await server.pool.query<Record<'locked' | 'open' | 'results' | 'closed', number>>(
      `select count(*) filter (where state = 'locked')::int as locked, count(*) filter (where state = 'submitted')::int as open,
         (select count(*)::int from external_result where cycle_id = $1) as results,
         (select count(*)::int from review_round where cycle_id = $1 and closed_at is not null) as closed
       from assignment where cycle_id = $1`,
      [cycleId],
    );
    return rows[0]!;
  };
  const close = async () => {
    await cut.close();
    await server.close();
    await database.drop();
  };
  return { server, cut, cases, signed, readyToClose, standing, close };
};
export type CutOpinions = Awaited<ReturnType<typeof openCutOpinions>>;
