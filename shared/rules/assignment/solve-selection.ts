import { buildCandidates, type Candidates } from './candidates.ts';
import { fileNode, slotCost } from './flow.ts';
import { buildNetwork } from './network.ts';
import { createPairRows } from './pair-rows.ts';
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

type Rows = ReturnType<typeof createPairRows>;

/** Pairs that were left out and might be cheaper than what their file has, the best of each file added to `extra`. */
const addCheaperPairs = (
  rows: Rows,
  { candidates, solution, prices }: Omit<SolvedSelection, 'rounds'>,
  top: number,
  extra: Map<number, Set<number>>,
) => {
  const { flow } = solution;
  const { network, potential } = flow;
  const lowest = prices.reduce((least, price) => Math.min(least, price), Infinity);
  const keptFor = new Int32Array(network.expertCount).fill(-1);
  let found = 0;
  for (let file = 0; file < network.fileCount; file += 1) {
    const limit = potential[fileNode(network, file)]!;
    if (network.need[file] === 0 || candidates.cutCost[file]! + lowest >= limit) continue;
    for (let arc = network.fileStart[file]!; arc < network.fileStart[file + 1]!; arc += 1)
      keptFor[network.arcExpert[arc]!] = file;
    const { length, expert, cost } = rows.fill(file);
    const cheaper: { expert: number; value: number }[] = [];
    for (let at = 0; at < length; at += 1) {
      const value = cost[at]! + prices[expert[at]!]!;
      if (value < limit && keptFor[expert[at]!] !== file) cheaper.push({ expert: expert[at]!, value });
    }
    if (cheaper.length === 0) continue;
    cheaper.sort((a, b) => a.value - b.value || a.expert - b.expert);
    const known = extra.get(file) ?? new Set();
    for (const one of cheaper.slice(0, top)) known.add(one.expert);
    extra.set(file, known);
    found += cheaper.length;
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
  const extra = new Map<number, Set<number>>();
  for (let rounds = 0; ; rounds += 1) {
    const candidates = buildCandidates(selection, rows, extra);
    const built = buildNetwork(candidates.instance);
    if ('errors' in built) throw new Error(built.errors.join('\n'));
    const solution = solve(built.network);
    const solved = { candidates, solution, prices: pricesForAll(solution) };
    if (addCheaperPairs(rows, solved, selection.params.top, extra) === 0) return { ...solved, rounds };
  }
};
