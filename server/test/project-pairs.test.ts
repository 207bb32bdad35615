import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProjectEvent, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { caseActs, withDraws } from './project-pair-acts.ts';
import { playCases } from './project-pair-play.ts';
import { openPairWorld, type PairWorld } from './project-pair-world.ts';

/**
 * Pairs of steps of a reported project that needs two persons, of which the first is a request; all others are in
 * projects.pairs.test.ts. After each, its readers are told what happened.
 */

let world: PairWorld;
beforeAll(async () => {
  world = await openPairWorld();
});
afterAll(() => world.server.close());

test('every event of the table has a call by each account that the table names', () => {
  const played = new Set([...caseActs.flatMap(({ events }) => events), ...withDraws]);
  expect([...played].toSorted()).toEqual((Object.keys(projectMachine.events) as ProjectEvent[]).toSorted());
});

test('nothing that was handed in vanishes, and no verdict changes without a name', async () => {
  const { pairs, faults } = await playCases(
    world,
    { state: 'reported', isExceptional: true },
    caseActs.filter(({ name }) => name === 'accept by office'),
  );
  expect(faults).toEqual([]);
  expect(pairs.length).toBeGreaterThan(6);
});
