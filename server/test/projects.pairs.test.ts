// Long: hundreds of pairs of steps are played, each on a project of its own that comes to its state by calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ProjectEvent,
  projectMachine,
  type ProjectState,
  projectStates,
} from '@zhiping/shared/rules/project/states.ts';
import { withDraws } from './project-pair-acts.ts';
import { playCases, playedEvents } from './project-pair-play.ts';
import { openPairWorld, type PairWorld, type Start } from './project-pair-world.ts';

let world: PairWorld;
beforeAll(async () => {
  world = await openPairWorld();
});
afterAll(() => world.server.close());

const starts: Record<string, Start> = {
  ...Object.fromEntries(
    (Object.keys(projectStates) as ProjectState[]).map((state) => [state, { state } satisfies Start]),
  ),
  'publicised until today': { state: 'unitPublicity', isPublicised: true },
  'reported, for two persons': { state: 'reported', isExceptional: true },
  'eligible, for two persons': { state: 'eligible', isExceptional: true },
  'submitted to a college': { state: 'submitted', isStepped: true },
  'reported to a supervising body': { state: 'reported', isStepped: true },
};

test.each(Object.entries(starts))(
  '%s: nothing that was handed in vanishes, and no verdict changes without a name',
  async (_, start) => {
    const { faults } = await playCases(world, start);
    expect(faults).toEqual([]);
  },
);

test('every event of the table was played', () => {
  const events = Object.keys(projectMachine.events) as ProjectEvent[];
  expect(events.filter((event) => !playedEvents.has(event) && !withDraws.includes(event))).toEqual([]);
});
