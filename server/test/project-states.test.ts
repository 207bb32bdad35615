import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ProjectActor,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
  projectStates,
} from '@zhiping/shared/rules/project/states.ts';
import {
  follow,
  inState,
  isTaken,
  openWorld,
  type Outcome,
  stepsOf,
  type StepWorld,
  storedOf,
  takerOf,
  triedElsewhere,
} from './project-steps.ts';
import { rowMarks, writtenBetween } from './row-marks.ts';

/**
 * Every step of a project over HTTP in every state by every role, from the table of the machine: an allowed step
 * happens once, also of two simultaneous calls; all others are refused in Chinese and change no row.
 */

let world: StepWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());

const states = Object.keys(projectStates) as ProjectState[];
const lines = projectMachine.transitions;
/** Actor of each account of the world; others are refused before the machine is asked. */
const actors: Record<string, ProjectActor> = {
  applicant: 'applicant',
  school: 'school',
  office: 'office',
  colleague: 'office',
  // Holds everything, and is bound to no department: as the office does.
  'the super administrator': 'office',
};

test('every event of the machine is tried, here or elsewhere', () => {
  const tried = [...stepsOf(world).flatMap(({ events }) => events), ...Object.keys(triedElsewhere)];
  expect(tried.toSorted()).toEqual(Object.keys(projectMachine.events).toSorted());
});

const isAllowed = (state: ProjectState, events: readonly ProjectEvent[], who: ProjectActor | undefined) =>
  who !== undefined &&
  lines.some((line) => line.from === state && events.includes(line.event) && line.who.includes(who));

/** Allowed messages to actors for whom these events are never allowed, or not in this state. */
const isSaid = (
  { status, message }: Outcome,
  {
    state,
    events,
    who,
  }: { state: ProjectState; events: readonly ProjectEvent[]; who?: ProjectActor | undefined },
) => {
  if (status !== 400) return [401, 403, 404].includes(status) && /[一-鿿]/.test(message);
  const own = events.filter((event) => lines.some((line) => line.event === event && line.who.includes(who!)));
  return own.some(
    (event) => message === `申报目前为「${projectStates[state]}」，不能「${projectMachine.events[event]}」`,
  );
};

test.each(states)(
  '%s: what the machine does not allow is refused in words and changes nothing',
  async (state) => {
    const one = await inState(world, state);
    const { version } = await storedOf(world, one);
    const people = { applicant: one.token, ...world.people };
    const before = await rowMarks(world.server);
    const wrong: string[] = [];
    for (const { events, call } of stepsOf(world)) {
      for (const [name, token] of Object.entries(people)) {
        const who = actors[name];
        if (isAllowed(state, events, who)) continue;
        const outcome = await call(one, token, version);
        if (!isSaid(outcome, { state, events, who }))
          wrong.push(`${events.join('/')} by ${name}: ${JSON.stringify(outcome)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(writtenBetween(before, await rowMarks(world.server))).toEqual([]);
  },
);

/** Steps of colleges are tested in check-steps.test.ts, those of supervising bodies in supervising-body.test.ts. */
const byCall = lines.filter(
  ({ event, who }) => !(event in triedElsewhere) && !who.includes('college') && !who.includes('body'),
);

test.each(byCall.map((line) => [line.from, line.event, line.to, line] as const))(
  '%s, %s: of two at once one leads to %s, and a third comes too late',
  async (from, event, to, line) => {
    const one = await inState(world, from);
    const step = stepsOf(world).find(({ events }) => events.includes(event))!;
    await step.prepare?.(one);
    const { version, steps } = await storedOf(world, one);
    const taker = takerOf(world, one, line.who);
    const outcomes = await Promise.all([1, 2].map(() => step.call(one, taker, version)));
    expect(outcomes.filter(isTaken), JSON.stringify(outcomes)).toHaveLength(1);
    const after = await storedOf(world, one);
    expect(after).toEqual({ state: to, version: version + 1, steps: steps + 1 });
    const late = await step.call(one, taker, version);
    for (const refused of [late, ...outcomes.filter((outcome) => !isTaken(outcome))]) {
      expect([400, 404, 409], JSON.stringify(refused)).toContain(refused.status);
      expect(refused.message).toMatch(/[一-鿿]/);
    }
    expect(await storedOf(world, one)).toEqual(after);
  },
);

test('clock-driven steps happen once', async () => {
  const one = await inState(world, 'supplementing');
  const line = lines.find(({ event }) => event === 'lapse')!;
  const { steps } = await storedOf(world, one);
  await Promise.all([follow(world, one, line), follow(world, one, line)]);
  expect(await storedOf(world, one)).toMatchObject({ state: 'withdrawn', steps: steps + 1 });
});
