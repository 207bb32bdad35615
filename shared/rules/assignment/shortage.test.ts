import { expect, it } from 'vitest';
import { buildNetwork } from './network.ts';
import { findBottlenecks } from './shortage.ts';
import { resultOf, solve } from './solve.ts';
import { randomInstance } from './testing/random-instance.ts';

it('adds up to the shortage, exactly, in parts that have no pair in common', () => {
  let parts = 0;
  for (let seed = 1; seed <= 1500; seed += 1) {
    const built = buildNetwork({ ...randomInstance(seed), shortageCost: undefined, floorReward: undefined });
    if (!('network' in built)) throw new Error(built.errors.join());
    const { network } = built;
    const solution = solve(network);
    const found = findBottlenecks(solution.flow);
    expect(
      found.reduce((sum, { shortage }) => sum + shortage, 0),
      `seed ${seed}`,
    ).toBe(resultOf(solution).shortage);
    parts += found.length;
    for (const { files, experts, shortage } of found) {
      expect(shortage).toBeGreaterThan(0);
      for (const other of found)
        if (other.files !== files)
          expect(
            other.files.some((file) => files.includes(file)) ||
              other.experts.some((one) => experts.includes(one)),
          ).toBe(false);
    }
  }
  expect(parts).toBeGreaterThan(500);
});
