import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CycleEvent, cycleMachine } from '@zhiping/shared/rules/cycle/states.ts';
import { cycleCaseActs, type CycleWorld, openCycleWorld, playCycles } from './cycle-pair-play.ts';

/**
 * Pairs of acts on a cycle that is open for applications, of which the first suspends it or closes it. All others are
 * in cycles.pairs.test.ts, and those with opinions in ordered-pairs.test.ts.
 */

let world: CycleWorld;
beforeAll(async () => {
  world = await openCycleWorld();
});
afterAll(() => world.server.close());

test('every event of the table has a call', () => {
  const events = cycleCaseActs.flatMap(({ event }) => event ?? []);
  expect(events.toSorted()).toEqual((Object.keys(cycleMachine.events) as CycleEvent[]).toSorted());
});

test('no project vanishes, and nothing changes without a name', async () => {
  const { pairs, faults } = await playCycles(world, ['publish', 'open'], ['suspend', 'close']);
  expect(faults).toEqual([]);
  expect(pairs.length).toBeGreaterThan(6);
});
