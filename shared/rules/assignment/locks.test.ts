import { expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { buildNetwork } from './network.ts';
import { copySolution, forbidArc } from './reoptimise.ts';
import { resultOf, solve } from './solve.ts';
import { createDice, randomInstance } from './testing/random-instance.ts';

const solved = (instance: Instance) => {
  const built = buildNetwork(instance);
  if (!('network' in built)) throw new Error(built.errors.join());
  return solve(built.network);
};
const fixed = { shortageCost: 1_000_000, floorReward: 300_000 };

it('finds the best assignment around locked pairs', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const instance = { ...randomInstance(seed), ...fixed };
    const { file, expert, cost, group, isHome } = instance.candidates;
    const solution = solved(instance);
    const dice = createDice(seed);
    // Sometimes a part of another assignment than the best.
    const from = copySolution(solution);
    const { arcs: best } = resultOf(from);
    const isBest = dice(2) === 0 || best.length === 0;
    if (!isBest) forbidArc(from, best[dice(best.length)]!);
    const { network } = from.flow;
    const rows = Array.from(resultOf(from).arcs, (arc) =>
      Array.from(file).findIndex(
        (own, row) => own === network.arcFile[arc] && expert[row] === network.arcExpert[arc],
      ),
    );
    const kept = rows.filter(() => dice(2) === 0);
    const locked = kept.map((row) => ({
      file: file[row]!,
      expert: expert[row]!,
      group: group![row]!,
      isHome: isHome![row]!,
    }));
    const rest = resultOf(solved({ ...instance, locked }));
    const all = resultOf(from);
    const lockedCost = kept.reduce((sum, row) => sum + cost[row]!, 0);
    const lockedLoads = new Map<number, number>();
    let lockedLoad = 0;
    for (const row of kept) {
      const count = lockedLoads.get(expert[row]!) ?? 0;
      const { first, step } = instance.load ?? { first: 75, step: 150 };
      lockedLoad += first + step * ((instance.experts[expert[row]!]!.openLoad ?? 0) + count);
      lockedLoads.set(expert[row]!, count + 1);
    }
    const total = rest.cost + lockedCost + lockedLoad;
    // The rest may be better than it was in the other assignment, and the whole no better than the best.
    expect(total, `seed ${seed}`).toBeLessThanOrEqual(all.cost);
    expect(total).toBeGreaterThanOrEqual(resultOf(solution).cost);
    if (isBest) expect(total).toBe(all.cost);
  }
});

it('keeps the limits of groups around locked pairs', () => {
  const instance: Instance = {
    files: [{ need: 3, mostHome: 1 }],
    experts: Array.from({ length: 5 }, () => ({ places: 1 })),
    candidates: {
      file: [0, 0, 0, 0, 0],
      expert: [0, 1, 2, 3, 4],
      cost: [-9, -8, -7, -6, -5],
      group: [1, 1, 2, 3, 4],
      isHome: [0, 0, 1, 1, 0],
    },
  };
  const locked = [
    { file: 0, expert: 1, group: 1 },
    { file: 0, expert: 3, group: 3, isHome: 1 },
  ];
  const solution = solved({ ...instance, locked });
  const chosen = Array.from(resultOf(solution).arcs, (arc) => solution.flow.network.arcExpert[arc]);
  expect(chosen).toEqual([4]);
  const errorsOf = (wrong: Instance['locked']) => buildNetwork({ ...instance, locked: wrong });
  expect(errorsOf([...locked, ...locked])).toHaveProperty('errors');
  expect(errorsOf([{ file: 9, expert: 0 }])).toHaveProperty('errors');
});
