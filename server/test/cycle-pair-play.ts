import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { type CycleEvent, cycleMachine, type CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import { advanceDueCycles } from '../src/modules/cycle/advance-cycles.ts';
import { completeCycle, readCycle, usualTimes } from './cycle-helpers.ts';
import { createExpert, findSchoolId, signedIn } from './factories.ts';
import { startTestServer, travellingClock } from './harness.ts';
import { type Outcome, outcomeOf } from './pair-act.ts';
import { eventsAfter, lastSeq } from './pair-names.ts';
import { completeProject, newApplicant, submit, withoutFiles } from './project-helpers.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/** Plays an act on a cycle and each that may follow it, and looks after each of them at what is told of it and its projects. */

const SPRING = new Date('2026-04-01T10:00:00+08:00');
const at = (day: string) => new Date(`${day}T10:00:00+08:00`);

export const openCycleWorld = async () => {
  const clock = travellingClock(SPRING);
  const server = await startTestServer({ clock });
  const of = async (roleId: number, deptId?: number) =>
    signedIn(server.db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) });
  const [office, second, supervisor] = [await of(3), await of(3), await of(4)];
  const strangers: Record<string, string> = {
    supervisor: supervisor.token,
    school: (await of(9, await findSchoolId(server.db, '天津大学'))).token,
    expert: (await createExpert(server.db)).token,
    applicant: (await newApplicant(server)).token,
    'the system administrator': (await of(2)).token,
    nobody: '',
  };
  return { server, clock, office, second, supervisor, strangers };
};
export type CycleWorld = Awaited<ReturnType<typeof openCycleWorld>>;

/** A cycle as its acts have left it. */
type Case = {
  id: number;
  state: CycleState;
  isSuspended: boolean;
  applyClosesAt: string;
  versions: number;
  events: string[];
  /** A submitted project; null while none could be submitted. */
  project: { id: number; token: string } | null;
};

type CycleAct = {
  name: string;
  event: CycleEvent | null;
  by: 'office' | 'clock';
  call: (world: CycleWorld, one: Case, token: string) => Promise<Outcome>;
};

const move =
  (event: 'publish' | 'review' | 'suspend' | 'resume'): CycleAct['call'] =>
  async ({ server, office }, { id }, token) => {
    const { version } = await readCycle(server, office.token, id);
    return outcomeOf(
      await server.call(cycleApi.move, { token, params: { id, event }, body: { version, reason: '核查' } }),
    );
  };
/** The clock comes to this day, and does what is due. */
const come =
  (day: string): CycleAct['call'] =>
  async ({ server, clock }) => {
    if (clock.now() < at(day)) clock.travelTo(at(day));
    await advanceDueCycles(server.db, clock.now());
    return { status: 204, code: '', message: '' };
  };
const LATER_END = '2026-10-08';
const schedule =
  (times: Partial<typeof usualTimes>): CycleAct['call'] =>
  async ({ server, office }, { id, applyClosesAt }, token) => {
    const { version } = await readCycle(server, office.token, id);
    const body = { ...usualTimes, applyClosesAt, ...times, id, version, reason: '应学校请求' };
    return outcomeOf(await server.call(cycleApi.saveSchedule, { token, body }));
  };
/** One person alone cannot; another of the office confirms. */
const confirmed = async ({ server, second }: CycleWorld, id: number, token: string) => {
  const call = { params: { id }, body: { note: null } };
  const alone = await server.call(confirmationApi.confirm, { token, ...call });
  if (alone.status < 300) throw new Error('one person alone did what takes two');
  return outcomeOf(await server.call(confirmationApi.confirm, { token: second.token, ...call }));
};
const nextRules: CycleAct['call'] = async (world, { id, versions }, token) => {
  const { server, office } = world;
  const { rules, version } = await readCycle(server, office.token, id);
  const changed = { ...rules, R2: { values: { most: versions % 2 === 0 ? 1 : 0 } } };
  const body = { id, version, reason: '上级规定', rules: changed };
  const asked = await server.call(cycleApi.saveRules, { token, body: body as never });
  const requested = asked.status === 200 ? asked.body.confirmationId : null;
  return requested === null ? outcomeOf(asked) : confirmed(world, requested, token);
};
const earlier: CycleAct['call'] = async (world, { id }, token) => {
  const { server, office } = world;
  const { version } = await readCycle(server, office.token, id);
  const asked = await server.call(cycleApi.bringForward, {
    token,
    params: { id },
    body: { version, end: 'reviewClosesAt', at: '2026-11-20', reason: '上级要求' } as never,
  });
  return asked.status === 201 ? confirmed(world, asked.body.id, token) : outcomeOf(asked);
};

/** A call for each event of the table. */
const byEvent: Record<CycleEvent, Pick<CycleAct, 'by' | 'call'>> = {
  publish: { by: 'office', call: move('publish') },
  open: { by: 'clock', call: come('2026-09-05') },
  close: { by: 'clock', call: come('2026-10-01') },
  extend: { by: 'office', call: schedule({ applyClosesAt: LATER_END }) },
  review: { by: 'office', call: move('review') },
  suspend: { by: 'office', call: move('suspend') },
  resume: { by: 'office', call: move('resume') },
};
const cycleEventActs = (Object.keys(cycleMachine.events) as CycleEvent[]).map((event): CycleAct => ({
  name: event,
  event,
  ...byEvent[event],
}));
export const cycleCaseActs: readonly CycleAct[] = [
  ...cycleEventActs,
  { name: 'the next rules', event: null, by: 'office', call: nextRules },
  { name: 'a later end', event: null, by: 'office', call: schedule({ reviewClosesAt: '2026-12-10' }) },
  { name: 'an earlier end', event: null, by: 'office', call: earlier },
  { name: 'the time of the review', event: null, by: 'clock', call: come('2026-10-20') },
];

export const playedCycleEvents = new Set<CycleEvent>();

const step = (one: Case, event: CycleEvent) => {
  const line = cycleMachine.transitions.find((each) => each.from === one.state && each.event === event);
  if (!line) throw new Error(`${event} of ${one.state} is in no line of the table`);
  one.state = line.to;
  one.events.push(cycleMachine.events[event]);
  playedCycleEvents.add(event);
};

/** What time has brought. */
const follow = ({ clock }: CycleWorld, one: Case) => {
  if (one.isSuspended) return;
  const now = clock.now();
  if (one.state === 'published' && now >= at('2026-09-01')) step(one, 'open');
  if (one.state === 'applying' && now > at(one.applyClosesAt)) step(one, 'close');
};

const happen = (world: CycleWorld, one: Case, act: CycleAct) => {
  if (act.name === 'extend') {
    one.applyClosesAt = LATER_END;
    if (one.state === 'checking') step(one, 'extend');
  } else if (act.by === 'office' && act.event !== null) step(one, act.event);
  if (act.event === 'suspend') one.isSuspended = true;
  if (act.event === 'resume') one.isSuspended = false;
  if (act.event === 'publish' || (act.name === 'the next rules' && one.state !== 'draft')) one.versions += 1;
  follow(world, one);
};

/** What is told otherwise than it happened. */
const readTold = async ({ server, office, supervisor }: CycleWorld, one: Case): Promise<string[]> => {
  const faults: string[] = [];
  const same = (what: string, told: unknown, happened: unknown) => {
    const [is, was] = [JSON.stringify(told ?? null), JSON.stringify(happened)];
    if (is !== was) faults.push(`${what}: ${is}, and not ${was}`);
  };
  const cycleId = one.id;
  for (const [reader, { token }] of Object.entries({ office, supervisor })) {
    const cycle = await readCycle(server, token, cycleId);
    same(`the ${reader} reads the state`, cycle.state, one.state);
    same(`the ${reader} reads the suspension`, cycle.suspendedReason !== null, one.isSuspended);
    same(`the ${reader} reads versions of rules`, cycle.versions.length, one.versions);
    same(`the ${reader} reads events`, cycle.history.map(({ event }) => event).toReversed(), one.events);
  }
  if (one.project === null) return faults;
  const { id, token } = one.project;
  const listed = await server.call(projectListApi.list, { token: office.token, query: { cycleId } });
  same(
    'the list has the project',
    listed.body.content.map((row) => [row.id, row.state]),
    [[id, 'submitted']],
  );
  const sheet = await server.call(projectListApi.sheet, { token: office.token, query: { cycleId } });
  same('the sheet has the project', sheet.body.rows.length, 1);
  const supervised = await server.call(projectListApi.supervised, {
    token: supervisor.token,
    query: { cycleId },
  });
  same(
    'the supervisor has the project',
    supervised.body.content.map(({ state }) => state),
    ['submitted'],
  );
  const read = await server.call(projectApi.read, { token, params: { id } });
  const view = read.body.view === 'applicant' ? read.body : null;
  same('the applicant reads what was handed in', [view?.state, view?.snapshots.length], ['submitted', 1]);
  return faults;
};

const newCase = async (world: CycleWorld): Promise<Case> => {
  const { server, clock, office } = world;
  clock.travelTo(SPRING);
  const id = await completeCycle(server, office.token);
  const { rules } = await readCycle(server, office.token, id);
  const body = { id, rules: { ...rules, ...withoutFiles }, proofs: [] };
  for (const save of [cycleApi.saveRules, cycleApi.saveMaterials]) {
    const { status, error } = await server.call(save, { token: office.token, body: body as never });
    if (status !== 200) throw new Error(error.message);
  }
  const { applyClosesAt } = usualTimes;
  return { id, state: 'draft', isSuspended: false, applyClosesAt, versions: 0, events: [], project: null };
};

/** Once applicants can, one of them submits. */
const handIn = async ({ server }: CycleWorld, one: Case) => {
  if (one.project !== null || one.state !== 'applying' || one.isSuspended) return;
  const applicant = await newApplicant(server);
  const id = await completeProject(server, applicant, one.id);
  const { status, error } = await submit(server, applicant.token, id);
  if (status !== 204) throw new Error(error.message);
  one.project = { id, token: applicant.token };
};

const reach = async (world: CycleWorld, acts: readonly CycleAct[]) => {
  const one = await newCase(world);
  for (const act of acts) {
    const { status, message } = await act.call(world, one, world.office.token);
    if (status >= 300) throw new Error(`${act.name}: ${message}`);
    happen(world, one, act);
    await handIn(world, one);
  }
  return one;
};

/** What time does has no person; everything else has those who may. */
const unnamedIn = (
  { office, second }: CycleWorld,
  { act, one }: { act: CycleAct; one: Case },
  events: readonly { action: string; actor: number | null }[],
) => {
  const byTime = ['cycle.opened', 'cycle.application_closed'];
  const mine = events.filter(({ action }) => !byTime.includes(action));
  const told = JSON.stringify(events);
  if (act.by === 'clock') return mine.length > 0 ? [`time did more than it may: ${told}`] : [];
  const isTwo = act.name === 'an earlier end' || (act.name === 'the next rules' && one.state !== 'draft');
  const named = isTwo ? [office.id, second.id] : [office.id];
  const actors = [...new Set(mine.map(({ actor }) => actor))];
  return JSON.stringify(actors) === JSON.stringify(named) ? [] : [`others are on record for it: ${told}`];
};

const play = async (world: CycleWorld, one: Case, act: CycleAct) => {
  const { server, clock, office } = world;
  const [marks, moment, seq] = [await rowMarks(server), clock.now(), await lastSeq(world)];
  const { status, message } = await act.call(world, one, office.token);
  const written = writtenBetween(marks, await rowMarks(server));
  const hasChanged = written.length > 0 || clock.now() !== moment;
  if (status >= 300 || !hasChanged)
    return {
      isTaken: false,
      faults: hasChanged ? [`refused (${message}), and yet it wrote ${written.join()}`] : [],
    };
  happen(world, one, act);
  const events = await eventsAfter(world, seq);
  return {
    isTaken: true,
    faults: [...(await readTold(world, one)), ...unnamedIn(world, { act, one }, events)],
  };
};

const refuseStrangers = async (world: CycleWorld, one: Case) => {
  const before = await rowMarks(world.server);
  const wrong: string[] = [];
  let tries = 0;
  for (const act of cycleCaseActs.filter(({ by }) => by === 'office'))
    for (const [name, token] of Object.entries(world.strangers)) {
      const { status, message } = await act.call(world, one, token);
      tries += 1;
      if (status < 300 || !/[一-鿿]/.test(message))
        wrong.push(`${act.name} by ${name}: ${status} ${message}`);
    }
  const written = writtenBetween(before, await rowMarks(world.server));
  return { tries, wrong: written.length > 0 ? [...wrong, `strangers wrote ${written.join()}`] : wrong };
};

/** Every ordered pair of acts after these events, or those that begin with one of these acts. */
export const playCycles = async (
  world: CycleWorld,
  after: readonly CycleEvent[],
  firsts: readonly string[] = cycleCaseActs.map(({ name }) => name),
) => {
  const report = { pairs: [] as string[], refused: 0, tries: 0, faults: [] as string[] };
  const before = after.map((event) => cycleEventActs.find((act) => act.event === event)!);
  const note = (what: string, faults: readonly string[]) =>
    report.faults.push(...faults.map((fault) => `${what}: ${fault}`));
  let one: Case | null = null;
  for (const first of cycleCaseActs.filter(({ name }) => firsts.includes(name))) {
    one ??= await reach(world, before);
    const began = await play(world, one, first);
    note(first.name, began.faults);
    if (!began.isTaken) continue;
    await handIn(world, one);
    const { tries, wrong } = await refuseStrangers(world, one);
    report.tries += tries;
    note(`after ${first.name}`, wrong);
    let next: Case | null = one;
    one = null;
    for (const second of cycleCaseActs) {
      next ??= await reach(world, [...before, first]);
      const { isTaken, faults } = await play(world, next, second);
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
