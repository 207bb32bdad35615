import { describe, expect, it } from 'vitest';
import type { Selection } from './selection.ts';
import { proveOptimal } from './prove.ts';
import { resultOf, type Solution } from './solve.ts';
import { solveSelection } from './solve-selection.ts';
import { createDice } from './testing/random-instance.ts';
import { crowdedSelection } from './testing/random-selection.ts';

describe('cutting at the best few', () => {
  it('changes nothing', () => {
    let rounds = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const few = crowdedSelection(seed);
      const all = { ...few, params: { ...few.params, top: 1000 } };
      const cut = solveSelection(few);
      rounds += cut.rounds;
      const full = solveSelection(all);
      expect(full.rounds).toBe(0);
      expect(resultOf(cut.solution).cost, `seed ${seed}`).toBe(resultOf(full.solution).cost);
      // The prices of the cut prove the optimum over all pairs.
      const { network } = full.solution.flow;
      const { arcFile, arcExpert } = cut.solution.flow.network;
      const arcs = Array.from(resultOf(cut.solution).arcs, (arc) =>
        network.arcExpert.findIndex(
          (expert, at) => expert === arcExpert[arc] && network.arcFile[at] === arcFile[arc],
        ),
      );
      expect(proveOptimal(network, { arcs, prices: cut.prices }).isOptimal, `seed ${seed}`).toBe(true);
    }
    expect(rounds).toBeGreaterThan(100);
  });
});

describe('experts who must be kept apart', () => {
  const apartOf = (seed: number) => {
    const dice = createDice(seed);
    return Array.from({ length: 6 }, () => ({ a: `e${dice(8)}`, b: `e${8 + dice(8)}` }));
  };
  /** The penalty of an empty place depends on the allowed experts; this does not. */
  const costOf = (solution: Solution) => {
    const { shortage, pairCost, loadCost } = resultOf(solution);
    return shortage * 1e9 + pairCost + loadCost;
  };

  it('get the best assignment in which they share no project', () => {
    let worse = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const selection = { ...crowdedSelection(seed), apart: apartOf(seed) };
      const [free, kept] = [solveSelection({ ...selection, apart: [] }), solveSelection(selection)];
      expect(kept.isProven, `seed ${seed}`).toBe(true);
      const cost = costOf(kept.solution);
      expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(costOf(free.solution));
      if (cost > costOf(free.solution)) worse += 1;
      // Every way to forbid one of two who meet, by hand.
      expect(cost, `seed ${seed}`).toBe(bestApart(selection));
    }
    expect(worse).toBeGreaterThan(5);
  });

  /** All assignments in which a project is forbidden to either of two: the cheapest of them. */
  const bestApart = (selection: Selection): number => {
    const { solution } = solveSelection({
      ...selection,
      apart: [],
      params: { ...selection.params, top: 1000 },
    });
    const { arcFile, arcExpert } = solution.flow.network;
    const pairs = Array.from(resultOf(solution).arcs, (arc) => ({
      file: selection.files[arcFile[arc]!]!.id,
      expert: selection.experts[arcExpert[arc]!]!.id,
    }));
    for (const { a, b } of selection.apart!)
      for (const { file, expert } of pairs)
        if (expert === a && pairs.some((other) => other.file === file && other.expert === b))
          return Math.min(
            ...[a, b].map((one) =>
              bestApart({
                ...selection,
                conflicts: [...selection.conflicts, { file, expert: one, severity: 'block' }],
              }),
            ),
          );
    return costOf(solution);
  };
});
