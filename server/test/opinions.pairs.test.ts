// Long: some seven hundred pairs of acts are played, many of them in a copy of the round of their own, and each role tries every act in between.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workflow as assignments } from '../src/modules/assignment/assignment-workflow.ts';
import type { ActName } from './pair-act.ts';
import { actions, allActs, playPairs, type Start } from './pair-play.ts';
import { buildRound, type Kind, type Round } from './pair-stage.ts';

let round: Round;
beforeAll(async () => {
  round = await buildRound();
});
afterAll(() => round.drop());

const all: readonly ActName[] = allActs.map(({ name }) => name);
const ofAssignment = [
  ...all.filter((name) => name.startsWith('assignment')),
  'beside the end of time',
] as const;

type Case = { kind: Kind; start: Start; firsts: readonly ActName[] };
const exclude: readonly ActName[] = ['assignment exclude'];

/** Whose first acts are all those of the tables: an opinion that is in, and one that its expert or the office took back. */
const ofOpinion: Record<string, Case> = {
  'an opinion in favour': { kind: 'agree', start: { after: [] }, firsts: all },
  'an opinion against': { kind: 'disagree', start: { after: [] }, firsts: all },
  'one that was recalled and says the opposite': {
    kind: 'disagree',
    start: { after: ['assignment recall', 'assignment begin'] },
    firsts: all,
  },
  'one that was returned and says the opposite': {
    kind: 'agree',
    start: { after: ['assignment return', 'assignment begin'] },
    firsts: all,
  },
};

/** The assignment that follows an excluded one, beside the opinions of others on the project. */
const ofSuccessor: Record<string, Case> = {
  'an expert who has not signed': {
    kind: 'disagree',
    start: { after: exclude, ofSuccessor: [] },
    firsts: ofAssignment,
  },
  'an expert who has signed': {
    kind: 'agree',
    start: { after: exclude, ofSuccessor: ['assignment accept'] },
    firsts: ofAssignment,
  },
  'an expert who writes': {
    kind: 'disagree',
    start: { after: exclude, ofSuccessor: ['assignment accept', 'assignment begin'] },
    firsts: ofAssignment,
  },
  'an expert whose opinion stands beside the excluded one': {
    kind: 'disagree',
    start: { after: exclude, ofSuccessor: ['assignment accept', 'assignment begin', 'assignment submit'] },
    firsts: ['assignment lock', 'assignment recall', 'assignment return', 'assignment exclude'],
  },
};

const besides = all.filter((name) => name.startsWith('beside'));
const ofRound: Record<string, Case> = {
  'a closed round': {
    kind: 'agree',
    start: { after: ['assignment lock'] },
    firsts: ['project pass', 'cycle suspend', ...besides],
  },
  'a suspended cycle': {
    kind: 'disagree',
    start: { after: ['cycle suspend'] },
    firsts: ['cycle resume', ...besides],
  },
};

test.each(Object.entries({ ...ofOpinion, ...ofSuccessor, ...ofRound }))(
  '%s: nothing vanishes, and no result changes without a name',
  async (_, one) => {
    const { faults } = await playPairs(round, one);
    expect(faults).toEqual([]);
  },
);

describe('an assignment that is not released', () => {
  let later: Round;
  beforeAll(async () => {
    later = await buildRound({ isDrawnAgain: true });
  });
  afterAll(() => later.drop());

  test('nothing of other projects vanishes', async () => {
    const start = { after: [], isProposed: true };
    const { faults } = await playPairs(later, { kind: 'agree', start, firsts: ofAssignment });
    expect(faults).toEqual([]);
  });
});

test('every event of an assignment was played', () => {
  expect(Object.values(assignments.actions).filter((action) => !actions.has(action))).toEqual([]);
});
