// Long: some two hundred pairs of acts are played, each on a cycle of its own that comes to its state by calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CycleEvent, cycleMachine } from '@zhiping/shared/rules/cycle/states.ts';
import { type CycleWorld, openCycleWorld, playCycles, playedCycleEvents } from './cycle-pair-play.ts';

let world: CycleWorld;
beforeAll(async () => {
  world = await openCycleWorld();
});
afterAll(() => world.server.close());

const way = ['publish', 'open', 'close'] as const satisfies readonly CycleEvent[];
const starts = [[], ...way.map((_, at) => way.slice(0, at + 1))].map((after) => ({ after }));

test.each(starts)(
  'after $after no project vanishes, and nothing changes without a name',
  async ({ after }) => {
    const { faults } = await playCycles(world, after);
    expect(faults).toEqual([]);
  },
);

test('every event of the table was played', () => {
  const events = Object.keys(cycleMachine.events) as CycleEvent[];
  expect(events.filter((event) => !playedCycleEvents.has(event))).toEqual([]);
});
