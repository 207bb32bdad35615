import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { buildNetwork } from './network.ts';
import { resultOf, solve } from './solve.ts';
import { oracleCost } from './testing/oracle.ts';
import { randomInstance } from './testing/random-instance.ts';

const networkOf = (instance: Instance) => {
  const built = buildNetwork(instance);
  if (!('network' in built)) throw new Error(built.errors.join());
  return built.network;
};

describe('solve', () => {
  it('finds the least cost of 500 instances, with and without enough experts', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const network = networkOf(randomInstance(seed));
      expect(resultOf(solve(network)).cost, `seed ${seed}`).toBe(oracleCost(network));
    }
  });
});
