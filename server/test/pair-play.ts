import { type ProjectEvent, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import type { Act, ActName } from './pair-act.ts';
import { assignmentActs } from './pair-acts.ts';
import { cycleActs, projectAct, takerOf } from './pair-cycle-acts.ts';
import { eventsAfter, lastSeq, unnamedIn } from './pair-names.ts';
import { type Kind, openStage, type Place, type Round, type Stage } from './pair-stage.ts';
import { noteOutcomes, readTold, resultOf } from './pair-told.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/** Plays an act and each that may follow it, and looks after each of them at what is told. */

export const allActs: readonly Act[] = [
  ...assignmentActs,
  ...(Object.keys(projectMachine.events) as ProjectEvent[]).map(projectAct),
  ...cycleActs,
];

const actOf = (name: ActName): Act => {
  const found = allActs.find((one) => one.name === name);
  if (!found) throw new Error(`no act is called ${name}`);
  return found;
};

/**
 * Where a pair begins: after these acts, and at the place that came for the one in question after its own acts; or at
 * a place that is not released yet.
 */
export type Start = { after: readonly ActName[]; ofSuccessor?: readonly ActName[]; isProposed?: boolean };

type At = { stage: Stage; place: Place };

/** Everything on record that was done. */
export const actions = new Set<string>();

const isMoved = (before: Date, { clock }: Stage) => clock.now().getTime() !== before.getTime();

/** Makes the call and answers whether it changed anything; a refused one must not. */
const take = async ({ stage, place }: At, act: Act, token: string) => {
  const { server, clock } = stage;
  const [marks, moment] = [await rowMarks(server), clock.now()];
  const outcome = await act.call(stage, place, token);
  const written = writtenBetween(marks, await rowMarks(server));
  const hasChanged = written.length > 0 || isMoved(moment, stage);
  const isWrong = hasChanged && outcome.status >= 300;
  const wrong = isWrong ? [`refused (${outcome.message}), and yet it wrote ${written.join()}`] : [];
  if (outcome.status >= 300 && !/[一-鿿]/.test(outcome.message))
    wrong.push(`refused without words: ${JSON.stringify(outcome)}`);
  return { isTaken: outcome.status < 300 && hasChanged, outcome, wrong };
};

/** The same with what follows: who is named for it, and what is told. */
const play = async (at: At, act: Act) => {
  const { stage, place } = at;
  const [seq, before] = [await lastSeq(stage), resultOf(stage)];
  const { isTaken, outcome, wrong } = await take(at, act, takerOf(stage, act, place));
  if (!isTaken) return { isTaken, outcome, faults: wrong };
  await act.happened(stage, place);
  const events = await eventsAfter(stage, seq);
  for (const { action } of events) actions.add(action);
  const faults = await readTold(stage, place);
  const unnamed = unnamedIn(stage, { act, place, events, hasChanged: resultOf(stage) !== before });
  return { isTaken, outcome, faults: [...faults, ...unnamed] };
};

/** Stages of one kind of opinion, each used for as many pairs as leave the others alone. */
const stagesOf = (round: Round, kind: Kind, { after, isProposed }: Start) => {
  const { office } = round.facts.people;
  // One officer does it all; where the opinion agrees, the administrator with all permissions.
  const performer = kind === 'agree' ? round.facts.people['the super administrator'] : office;
  let stage: Stage | null = null;
  let free: number[] = [];
  const close = async () => {
    await stage?.server.close();
    stage = null;
  };
  const next = async (): Promise<At> => {
    if (free.length === 0) await close();
    if (stage === null) free = [...(isProposed ? round.facts.proposed : round.facts.focus[kind])];
    stage ??= await openStage(round, performer);
    const id = free.pop()!;
    if (after.some((name) => actOf(name).isShared)) free = [];
    return { stage, place: stage.places.find((place) => place.id === id)! };
  };
  return { next, close, spend: () => (free = []) };
};
type Stages = ReturnType<typeof stagesOf>;

const mustTake = async ({ stage, place }: At, act: Act) => {
  const { status, message } = await act.call(stage, place, takerOf(stage, act, place));
  if (status >= 300) throw new Error(`${act.name}: ${message}`);
  await act.happened(stage, place);
};

/** A place to which all these acts have happened. */
const reach = async (stages: Stages, { after, ofSuccessor }: Start, acts: readonly Act[]): Promise<At> => {
  const { stage, place: own } = await stages.next();
  for (const name of after) await mustTake({ stage, place: own }, actOf(name));
  const place = ofSuccessor ? stage.places.at(-1)! : own;
  for (const act of [...(ofSuccessor ?? []).map(actOf), ...acts]) await mustTake({ stage, place }, act);
  noteOutcomes(stage);
  return { stage, place };
};

/** Accounts that an act is not for. */
const strangersTo = ({ people, projects, experts }: Stage, { by }: Act, { expert, project }: Place) => {
  const applicant = projects.find(({ id }) => id === project)!.token;
  const { office, second, school, supervisor } = people;
  const all = {
    office: office.token,
    second: second.token,
    'the super administrator': people['the super administrator'].token,
    school: school.token,
    supervisor: supervisor.token,
    'the system administrator': people['the system administrator'].token,
    expert: expert.token,
    'another expert': experts.find(({ expertId }) => expertId !== expert.expertId)!.token,
    applicant,
    nobody: '',
  };
  const own: Record<Act['by'], readonly string[]> = {
    office: ['office', 'second', 'the super administrator'],
    expert: ['expert'],
    applicant: ['applicant'],
    school: ['school'],
    clock: Object.keys(all),
  };
  return Object.entries(all).filter(([name]) => !own[by].includes(name));
};

/** Each act by each other role where an act has led, unless it was tried there: refused in words, and nothing changes. */
const refuseStrangers = async ({ tried }: Round, { stage, place }: At, first: Act) => {
  const beside = first.name.startsWith('assignment') ? '' : first.name;
  const where = [place.state, place.handed?.conclusion, stage.isClosed, beside].join();
  if (tried.has(where)) return { tries: 0, wrong: [] };
  tried.add(where);
  const wrong: string[] = [];
  let tries = 0;
  const before = await rowMarks(stage.server);
  for (const act of allActs)
    for (const [name, token] of strangersTo(stage, act, place)) {
      const { status, message } = await act.call(stage, place, token);
      tries += 1;
      if (status < 300 || !/[一-鿿]/.test(message))
        wrong.push(`${act.name} by ${name}: ${status} ${message}`);
    }
  const written = writtenBetween(before, await rowMarks(stage.server));
  return { tries, wrong: written.length > 0 ? [...wrong, `strangers wrote ${written.join()}`] : wrong };
};

type Report = { pairs: string[]; refused: number; tries: number; faults: string[] };

/** An act, and after it each act there is. One that is refused changes nothing, so that the next one is tried in its place. */
const playAfter = async (round: Round, stages: Stages, start: Start, first: Act): Promise<Report> => {
  const report: Report = { pairs: [], refused: 0, tries: 0, faults: [] };
  const note = (what: string, faults: readonly string[]) =>
    report.faults.push(...faults.map((fault) => `${what}: ${fault}`));
  let at: At | null = await reach(stages, start, []);
  const began = await play(at, first);
  note(first.name, began.faults);
  if (!began.isTaken) return report;
  const { tries, wrong } = await refuseStrangers(round, at, first);
  report.tries = tries;
  note(`after ${first.name}`, wrong);
  for (const second of allActs) {
    at ??= await reach(stages, start, [first]);
    const { isTaken, faults } = await play(at, second);
    note(`${first.name}, ${second.name}`, faults);
    if (!isTaken) report.refused += 1;
    else {
      report.pairs.push(`${first.name}, ${second.name}`);
      if (first.isShared || second.isShared) stages.spend();
      at = null;
    }
  }
  stages.spend();
  return report;
};

/** Every ordered pair from one start with an opinion of one kind, by the first act of each. */
export const playPairs = async (
  round: Round,
  { kind, start, firsts }: { kind: Kind; start: Start; firsts: readonly ActName[] },
): Promise<Report> => {
  const stages = stagesOf(round, kind, start);
  const reports: Report[] = [];
  try {
    for (const first of firsts) reports.push(await playAfter(round, stages, start, actOf(first)));
  } finally {
    await stages.close();
  }
  return {
    pairs: reports.flatMap(({ pairs }) => pairs),
    refused: reports.reduce((sum, { refused }) => sum + refused, 0),
    tries: reports.reduce((sum, { tries }) => sum + tries, 0),
    faults: reports.flatMap(({ faults }) => faults),
  };
};
