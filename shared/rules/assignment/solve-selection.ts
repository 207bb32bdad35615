import { type Candidates, createCandidates } from './candidates.ts';
import { fileNode, slotCost } from './flow.ts';
import { buildNetwork } from './network.ts';
import { createPairRows, type PairRows } from './pair-rows.ts';
import type { Selection } from './selection.ts';
import { type Solution, solve } from './solve.ts';

export type SolvedSelection = {
  candidates: Candidates;
  solution: Solution;
  prices: Float64Array;
  /** How often candidates were added and all was solved again. */
  rounds: number;
};

/**
 * Prices at which pairs that were left out can be judged. Whoever has all his candidates may have any price above; the next file would
 * cost him no more than his next slot, if he has one.
 */
export const pricesForAll = ({ flow }: Solution): Float64Array =>
  Float64Array.from({ length: flow.network.expertCount }, (_, expert) => {
    const assigned = flow.assigned[expert]!;
    const hasMore = assigned === flow.capacity[expert]! && assigned < flow.network.places[expert]!;
    const price = flow.potential[expert]!;
    return hasMore ? Math.min(price, slotCost(flow, expert, assigned)) : price;
  });

/** Pairs that were left out and might be cheaper than what their file has: the best `top` of each file. */
const findCheaperPairs = (
  rows: PairRows,
  { candidates, solution, prices }: Omit<SolvedSelection, 'rounds'>,
  top: number,
) => {
  const { network, potential } = solution.flow;
  const lowest = prices.reduce((least, price) => Math.min(least, price), Infinity);
  const keptFor = new Int32Array(network.expertCount).fill(-1);
  const found = new Map<number, Set<number>>();
  for (let file = 0; file < network.fileCount; file += 1) {
    const limit = potential[fileNode(network, file)]!;
    if (network.need[file] === 0 || candidates.cutCost[file]! + lowest >= limit) continue;
    for (let arc = network.fileStart[file]!; arc < network.fileStart[file + 1]!; arc += 1)
      keptFor[network.arcExpert[arc]!] = file;
    const { length, expert, cost } = rows.fill(file);
    const cheaper: { expert: number; value: number }[] = [];
    for (let at = 0; at < length; at += 1) {
      const who = expert[at]!;
      const most = cost[at]! + prices[who]!;
      if (most - rows.noiseWidth >= limit || keptFor[who] === file) continue;
      const value = most - rows.noiseOf(file, who);
      if (value < limit) cheaper.push({ expert: who, value });
    }
    if (cheaper.length === 0) continue;
    cheaper.sort((a, b) => a.value - b.value || a.expert - b.expert);
    found.set(file, new Set(cheaper.slice(0, top).map((one) => one.expert)));
  }
  return found;
};

/**
 * The best assignment over all allowed pairs, found on the cheapest few of each file: what was left out is judged by the prices of the
 * solution, and whatever has a negative reduced cost comes in and all is solved again (column generation: Gilmore and Gomory, 1961). When
 * nothing comes in, the prices are a proof for all pairs, so cutting changed nothing.
 */
export const solveSelection = (selection: Selection): SolvedSelection => {
  const rows = createPairRows(selection);
  const kept = createCandidates(selection, rows);
  for (let rounds = 0; ; rounds += 1) {
    const candidates = kept.all();
    const built = buildNetwork(candidates.instance);
    if ('errors' in built) throw new Error(built.errors.join('\n'));
    const solution = solve(built.network);
    const solved = { candidates, solution, prices: pricesForAll(solution) };
    const cheaper = findCheaperPairs(rows, solved, selection.params.top);
    if (cheaper.size === 0) return { ...solved, rounds };
    kept.add(cheaper);
  }
};
