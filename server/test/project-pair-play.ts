import { type ProjectEvent, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { eventsAfter, lastSeq } from './pair-names.ts';
import { type CaseAct, caseActs, nextDraft } from './project-pair-acts.ts';
import { readCase } from './project-pair-told.ts';
import { type Case, newCase, type PairWorld, type Start } from './project-pair-world.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/** Plays a step of a project and each that may follow it, and looks after each of them at what is told. */

/** Events of the table that were played. */
export const playedEvents = new Set<ProjectEvent>();

/** The one event of a call that the table allows where the project stands. */
const eventOf = (one: Case, { events }: CaseAct): ProjectEvent | null => {
  const fitting = events.filter((event) =>
    projectMachine.transitions.some((line) => line.from === one.state && line.event === event),
  );
  return fitting[0] ?? null;
};

const takerOf = ({ persons }: PairWorld, one: Case, { by }: CaseAct) =>
  by === 'applicant' || by === 'clock' ? { id: null, name: null, token: one.token } : persons[by];

const checking: readonly ProjectEvent[] = ['accept', 'refuse', 'reopen'];
/** Steps after which the verdict may be another one. */
const deciding: readonly ProjectEvent[] = ['accept', 'refuse', 'reopen'];

/** A request to accept it comes to nothing. */
const endRequest = (one: Case) => {
  one.askedBy = null;
  one.checks += 1;
};

/** After these no request to accept it waits any more. */
const ending: readonly ProjectEvent[] = ['refuse', 'supplement', 'withdraw'];

const happen = (one: Case, act: CaseAct, by: string | null) => {
  if (act.name === 'a new draft') {
    one.draft = nextDraft(one);
    one.drafts += 1;
  }
  if (act.name.startsWith('accept by') && one.isExceptional) {
    one.askedBy = by;
    one.checks += 1;
    return null;
  }
  if (/^a (refused|withdrawn) request/.test(act.name)) endRequest(one);
  const event = eventOf(one, act);
  if (event === null) return null;
  const line = projectMachine.transitions.find((each) => each.from === one.state && each.event === event)!;
  one.state = line.to;
  one.events.push({ event: projectMachine.events[event], by });
  if (event === 'submit') {
    one.handed = one.draft;
    one.submissions += 1;
  }
  if (checking.includes(event)) one.checks += 1;
  if (event === 'accept' && one.askedBy !== null) {
    one.decidedBy = [one.askedBy, by!];
    one.askedBy = null;
  }
  if (ending.includes(event) && one.askedBy !== null) endRequest(one);
  playedEvents.add(event);
  return event;
};

type Play = { world: PairWorld; one: Case; verdict: string | null };

const nameOf = async ({ pool }: PairWorld, { id }: Case) => {
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select user_id::float8 as id, nick_name || '（' || regexp_replace(username, '^(1..)....(....)', '\\1****\\2') || '）' as name
      from applicant join project using (person_id) join sys_user on sys_user.id = user_id where project.id = $1`,
    [id],
  );
  return rows[0]!;
};

/** Takes an act by its own account; a refused one changes nothing. */
const play = async (at: Play, act: CaseAct) => {
  const { world, one } = at;
  const { server, clock } = world;
  const [marks, moment, seq] = [await rowMarks(server), clock.now(), await lastSeq(world)];
  const taker =
    act.by === 'applicant' ? { token: one.token, ...(await nameOf(world, one)) } : takerOf(world, one, act);
  const { status, message } = await act.call(world, one, taker.token);
  const written = writtenBetween(marks, await rowMarks(server));
  const isTaken = written.length > 0 || clock.now() !== moment;
  if (status >= 300 || !isTaken)
    return {
      isTaken: false,
      faults: isTaken ? [`refused (${message}), and yet it wrote ${written.join()}`] : [],
    };
  const event = happen(one, act, taker.name);
  const { faults, verdict } = await readCase(world, one);
  const events = await eventsAfter(world, seq);
  const told = JSON.stringify(events);
  // Such a step ends the request of another to accept it.
  const byPersons = events.filter(({ action }) => action !== 'confirmation.lapsed');
  if (byPersons.some(({ actor }) => actor !== taker.id)) faults.push(`others are on record: ${told}`);
  if (event !== null && events.length === 0) faults.push('nobody is on record');
  if (verdict !== at.verdict && (event === null || !deciding.includes(event)))
    faults.push(`the verdict is ${verdict} after ${at.verdict} without a decision: ${told}`);
  at.verdict = verdict;
  return { isTaken: true, faults };
};

/** Each act by each other role where an act has led, unless it was tried there. */
const refuseStrangers = async ({ world, one }: Play, first: CaseAct) => {
  const beside = first.events.length === 0 ? first.name : '';
  const where = [one.cycleId, one.state, one.askedBy !== null, one.submissions > 0, beside].join();
  if (world.tried.has(where)) return { tries: 0, wrong: [] };
  world.tried.add(where);
  const { server, persons, people } = world;
  const all: Record<string, string | undefined> = {
    ...people,
    college: persons.college.token,
    body: persons.body.token,
    applicant: one.token,
  };
  // Whoever holds everything acts as the office does.
  const alike: Record<string, readonly string[]> = {
    office: ['office', 'colleague', 'the super administrator'],
    colleague: ['office', 'colleague', 'the super administrator'],
  };
  const before = await rowMarks(server);
  const wrong: string[] = [];
  let tries = 0;
  for (const act of caseActs)
    for (const [name, token] of Object.entries(all)) {
      if (act.by === 'clock' || (alike[act.by] ?? [act.by]).includes(name)) continue;
      // Colleges fill in for their teachers, as schools do.
      if (act.events.includes('prefill') && name === 'college') continue;
      // The table has the event for several accounts, which take it by their own acts.
      if (caseActs.some((other) => other.by === name && other.events.join() === act.events.join())) continue;
      const { status, message } = await act.call(world, one, token ?? '');
      tries += 1;
      if (status < 300 || !/[一-鿿]/.test(message))
        wrong.push(`${act.name} by ${name}: ${status} ${message}`);
    }
  const written = writtenBetween(before, await rowMarks(server));
  return { tries, wrong: written.length > 0 ? [...wrong, `strangers wrote ${written.join()}`] : wrong };
};

const begin = async (world: PairWorld, start: Start): Promise<Play> => {
  const one = await newCase(world, start);
  return { world, one, verdict: (await readCase(world, one)).verdict };
};

/** Every ordered pair of acts of a project from this start. */
export const playCases = async (world: PairWorld, start: Start, firsts = caseActs) => {
  const report = { pairs: [] as string[], refused: 0, tries: 0, faults: [] as string[] };
  const note = (what: string, faults: readonly string[]) =>
    report.faults.push(...faults.map((fault) => `${what}: ${fault}`));
  let at: Play | null = null;
  for (const first of firsts) {
    at ??= await begin(world, start);
    const began = await play(at, first);
    note(first.name, began.faults);
    if (!began.isTaken) continue;
    const { tries, wrong } = await refuseStrangers(at, first);
    report.tries += tries;
    note(`after ${first.name}`, wrong);
    let next: Play | null = at;
    at = null;
    for (const second of caseActs) {
      if (next === null) {
        next = await begin(world, start);
        if (!(await play(next, first)).isTaken) throw new Error(`${first.name} is refused the second time`);
      }
      const { isTaken, faults } = await play(next, second);
      note(`${first.name}, ${second.name}`, faults);
      if (!isTaken) {
        report.refused += 1;
        continue;
      }
      report.pairs.push(`${first.name}, ${second.name}`);
      next = null;
    }
  }
  return report;
};
