import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActName, eventNames } from './pair-act.ts';
import { allActs, playPairs } from './pair-play.ts';
import { buildRound, type Round } from './pair-stage.ts';

/**
 * Pairs of acts on a submitted opinion, of which the first takes it back or out of the count, with every event of the
 * tables as the second one; other firsts and other starts are in opinions.pairs.test.ts. After each, pages, sheets
 * and the supervisor are told what happened.
 */

let round: Round;
beforeAll(async () => {
  round = await buildRound();
});
afterAll(() => round.drop());

test('every event of the tables of assignments, projects and cycles has a call', () => {
  const names = allActs.map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith('beside')).toSorted()).toEqual(eventNames.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test.each<ActName>(['assignment recall', 'assignment exclude'])(
  'after %s no opinion vanishes, and no result changes without a name',
  async (first) => {
    const { pairs, faults } = await playPairs(round, {
      kind: 'disagree',
      start: { after: [] },
      firsts: [first],
    });
    expect(faults).toEqual([]);
    expect(pairs.length).toBeGreaterThan(6);
  },
);
