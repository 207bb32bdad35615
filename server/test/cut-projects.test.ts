import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectMachine } from '@zhiping/shared/rules/project-states.ts';
import { lapseSupplements } from '../src/modules/project/lapse-supplements.ts';
import { later } from '../src/platform/clock.ts';
import { cutEverywhere, type Cuttable, cuttable } from './cut-server.ts';
import { completeForm, readProject, saveForm } from './project-helpers.ts';
import {
  inState,
  newDraft,
  openWorld,
  START,
  stepsOf,
  type StepWorld,
  storedOf,
  takerOf,
  triedElsewhere,
} from './project-steps.ts';

/** Every step of an application, cut before each of its statements: it is done as a whole, or not at all. */

let world: StepWorld;
let server: Cuttable;
beforeAll(async () => {
  world = await openWorld();
  server = cuttable(world.server);
});
afterAll(async () => {
  await server.close();
  await world.server.close();
});

const whole = (reference: object) => ({
  points: expect.toSatisfy((points: number) => points > 2) as number,
  left: [reference],
  unheard: reference,
});

/** One line for each event: from where it is taken does not change what it writes. */
const lines = [
  ...new Map(
    projectMachine.transitions
      .filter(({ event }) => !(event in triedElsewhere))
      .map((line) => [line.event, line]),
  ).values(),
];

test.each(lines.map((line) => [line.event, line] as const))('%s', async (event, line) => {
  const { reference, ...found } = await cutEverywhere(server, async () => {
    const one = await inState(world, line.from);
    const step = stepsOf(world).find(({ events }) => events.includes(event))!;
    await step.prepare?.(one);
    const { version } = await storedOf(world, one);
    return () => step.call(one, takerOf(world, one, line.who), version);
  });
  expect(found).toEqual(whole(reference));
});

test('what is typed', async () => {
  const { reference, ...found } = await cutEverywhere(server, async () => {
    const one = await newDraft(world);
    const { form, version } = await readProject(world.server, one.token, one.id);
    const typed = { ...completeForm(form), statement: { text: '改过的述职' } };
    return () => saveForm(world.server, one.token, { id: one.id, version, form: typed });
  });
  expect(found).toEqual(whole(reference));
});

test('a lapse', async () => {
  const late = later(START, 20 * 86_400_000);
  const { reference, ...found } = await cutEverywhere(server, async () => {
    // What other tests left is not what is cut.
    await lapseSupplements(world.server.db, late);
    await inState(world, 'supplementing');
    return () => lapseSupplements(world.server.db, late);
  });
  expect(found).toEqual(whole(reference));
});
