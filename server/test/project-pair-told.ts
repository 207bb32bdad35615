import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { supervisorOf } from './project-pair-world.ts';
import type { Case, PairWorld } from './project-pair-world.ts';

/** What those who read a project are told of it, beside what has happened to it. */

type Compare = (what: string, told: unknown, happened: unknown) => void;

const compareApplicant = async ({ server }: PairWorld, one: Case, same: Compare) => {
  const { body } = await server.call(projectApi.read, { token: one.token, params: { id: one.id } });
  if (body.view !== 'applicant') throw new Error(`seen as ${body.view}`);
  same('the applicant reads the state', body.state, one.state);
  same('the applicant reads the draft', body.form.statement.text, one.draft);
  same('the applicant reads submissions', body.snapshots.length, one.submissions);
  same(
    'the applicant reads the history',
    body.history.map(({ event }) => event).toReversed(),
    one.events.map(({ event }) => event),
  );
  return { verdict: body.outcome?.verdict ?? null, no: body.no };
};

const compareChecked = async (
  { server, persons }: PairWorld,
  one: Case,
  { reader, same }: { reader: 'office' | 'school'; same: Compare },
) => {
  const params = { id: one.id };
  const { status, body, error } = await server.call(projectApi.read, {
    token: persons[reader].token,
    params,
  });
  if (status !== 200) return same(`the ${reader} reads the project`, error.message, null);
  if (body.view === 'applicant') throw new Error('seen as applicant');
  same(`the ${reader} reads the state`, body.state, one.state);
  same(`the ${reader} reads what was handed in`, body.form.statement.text, one.handed);
  const history = body.view === 'office' ? body.history : body.history.map((step) => ({ ...step, by: null }));
  same(
    `the ${reader} reads the history`,
    history.map(({ event, by }) => ({ event, by })).toReversed(),
    one.events.map(({ event, by }) => ({ event, by: body.view === 'office' ? by : null })),
  );
  if (body.view !== 'office') return;
  same('the office has every submission', body.records.snapshots.length, one.submissions);
  same('the office has every step of the check', body.records.checks.length, one.checks);
  if (one.state === 'eligible' && one.isExceptional && one.decidedBy !== null) {
    const [decided, asked] = body.records.checks;
    const names = [decided, asked].map((step) => [step?.step, step?.by]);
    same('two persons decided', names, [
      ['decided', one.decidedBy[1]],
      ['asked', one.decidedBy[0]],
    ]);
  }
};

/** Lists, sheets and the supervisor's numbers. */
const compareLists = async (
  { server, persons, people }: PairWorld,
  one: Case,
  { no, same }: { no: string | null; same: Compare },
) => {
  const { cycleId } = one;
  const query = { cycleId, id: one.id };
  const { token } = persons.office;
  const listed = await server.call(projectListApi.list, { token, query });
  same('the list has the state', listed.body.content[0]?.state, one.state);
  const sheet = await server.call(projectListApi.sheet, { token, query: { kind: 'checks', ...query } });
  if (one.state !== 'withdrawn')
    same('the sheet has the project', sheet.body.rows.filter((cells) => cells.includes(no!)).length, 1);
  const supervised = await server.call(projectListApi.supervised, {
    token: supervisorOf(people),
    query: { cycleId, no },
  });
  same('the supervisor has the state', supervised.body.content[0]?.state, one.state);
};

/** What is told otherwise than it happened, and the verdict as the applicant reads it. */
export const readCase = async (world: PairWorld, one: Case) => {
  const faults: string[] = [];
  const same: Compare = (what, told, happened) => {
    const [is, was] = [JSON.stringify(told ?? null), JSON.stringify(happened ?? null)];
    if (is !== was) faults.push(`${what}: ${is}, and not ${was}`);
  };
  const { verdict, no } = await compareApplicant(world, one, same);
  const isSeen = one.submissions > 0 && one.state !== 'draft';
  if (isSeen) await compareLists(world, one, { no, same });
  // Projects that their applicants gave up before a report are theirs alone, but for number and state.
  if (isSeen && one.state !== 'withdrawn')
    for (const reader of ['office', 'school'] as const) await compareChecked(world, one, { reader, same });
  return { faults, verdict };
};
