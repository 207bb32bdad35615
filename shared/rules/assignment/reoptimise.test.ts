import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { buildNetwork } from './network.ts';
import { proveOptimal } from './prove.ts';
import { copySolution, forbidArc, lossOfPair } from './reoptimise.ts';
import { pricesOf, resultOf, solve } from './solve.ts';
import { oracleCost } from './testing/oracle.ts';
import { randomInstance } from './testing/random-instance.ts';

const networkOf = (instance: Instance) => {
  const built = buildNetwork(instance);
  if (!('network' in built)) throw new Error(built.errors.join());
  return built.network;
};

/** With shortage costs low enough that a single cost can outweigh them. */
const boundedInstance = (seed: number): Instance => ({
  ...randomInstance(seed),
  shortageCost: 200_000,
  floorReward: 60_000,
});

describe('forbidArc', () => {
  it('stays optimal, one arc after another', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const solution = solve(networkOf(randomInstance(seed)));
      const before = JSON.stringify(resultOf(solution));
      const copy = copySolution(solution);
      for (let step = 0; step < 4; step += 1) {
        const { arcs } = resultOf(copy);
        if (arcs.length === 0) break;
        forbidArc(copy, arcs[(seed * 7 + step) % arcs.length]!);
        const { network } = copy.flow;
        const result = resultOf(copy);
        const proof = proveOptimal(network, { arcs: result.arcs, prices: pricesOf(copy) });
        expect(proof, `seed ${seed}, step ${step}`).toMatchObject({ isFeasible: true, isOptimal: true });
        expect(result.cost, `seed ${seed}, step ${step}`).toBe(oracleCost(network));
      }
      expect(JSON.stringify(resultOf(solution))).toBe(before);
    }
  });
});

describe('lossOfPair', () => {
  /** A pair that no other cost can outweigh is used wherever it is allowed. */
  const FORCE = 9_000_000;

  it('is what the optimum loses when the pair is forced', () => {
    let different = 0;
    let checked = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const instance = boundedInstance(seed);
      const network = networkOf(instance);
      const solution = solve(network);
      const { cost } = resultOf(solution);
      for (const [arc, expert] of network.arcExpert.entries()) {
        const file = network.arcFile[arc]!;
        if (network.arcForbidden[arc] === 1 || network.need[file] === 0 || network.places[expert] === 0)
          continue;
        const forced = networkOf({
          ...instance,
          candidates: {
            ...instance.candidates,
            cost: Array.from(instance.candidates.cost, (own, row) =>
              instance.candidates.file[row] === file && instance.candidates.expert[row] === expert
                ? own - FORCE
                : own,
            ),
          },
        });
        const loss = lossOfPair(solution, arc);
        expect(loss, `seed ${seed}, pair ${file}, ${expert}`).toBe(oracleCost(forced) + FORCE - cost);
        checked += 1;
        if (loss > 0) different += 1;
      }
    }
    expect(different).toBeGreaterThan(1000);
    expect(checked).toBeGreaterThan(different);
  });
});
