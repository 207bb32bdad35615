import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { buildNetwork } from './network.ts';
import { proveOptimal } from './prove.ts';
import { pricesOf, resultOf, solve } from './solve.ts';
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
      const solution = solve(network);
      const result = resultOf(solution);
      expect(result.cost, `seed ${seed}`).toBe(oracleCost(network));
      const proof = proveOptimal(network, { arcs: result.arcs, prices: pricesOf(solution) });
      expect(proof, `seed ${seed}`).toMatchObject({ isFeasible: true, isOptimal: true, cost: result.cost });
    }
  });
});
