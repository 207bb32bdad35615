import { type Candidates, createCandidates, type ExtraPairs } from './candidates.ts';
import { fileNode, slotCost } from './flow.ts';
import { keepApart } from './keep-apart.ts';
import { buildNetwork } from './network.ts';
import { createPairRows, type PairRows } from './pair-rows.ts';
import type { Selection } from './selection.ts';
import { resultOf, type Solution, solve, type WarmStart } from './solve.ts';
import { spreadOver } from './spread-over.ts';
import { positionsOf } from './why-not.ts';

export type SolvedSelection = {
  candidates: Candidates;
  solution: Solution;
  prices: Float64Array;
  /** Whether no assignment is better; only experts who must be kept apart can make it uncertain. */
  isProven: boolean;
  /** No assignment costs less. */
  bound: number;
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

/**
 * Pairs that were left out and might be cheaper than what their file has, or by less than `slack` dearer: at most `top` of each file are
 * added to `found`, half of them the best, half from all of the others, since files of one subject find the same best ones.
 */
export const findCheaperPairs = (
  rows: PairRows,
  cutCost: Float64Array,
  solution: Solution,
  top: number,
  found: Map<number, Set<number>>,
  slack = 0,
) => {
  const { network, potential } = solution.flow;
  const prices = pricesForAll(solution);
  const lowest = prices.reduce((least, price) => Math.min(least, price), Infinity);
  const keptFor = new Int32Array(network.expertCount).fill(-1);
  for (let file = 0; file < network.fileCount; file += 1) {
    const limit = potential[fileNode(network, file)]! + slack;
    if (network.need[file] === 0 || cutCost[file]! + lowest >= limit) continue;
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
    const known = found.get(file) ?? new Set();
    const best = cheaper.length <= top ? cheaper.length : Math.ceil(top / 2);
    for (const one of cheaper.slice(0, best)) known.add(one.expert);
    if (best < cheaper.length)
      for (const at of spreadOver(cheaper.length - best, top - best, file))
        known.add(cheaper[best + at]!.expert);
    found.set(file, known);
  }
};

/** Where pairs came in for no more than this part of the files, the solution before is the faster beginning. */
const FEW_FILES = 1 / 20;

/**
 * The best assignment over all allowed pairs, found on the cheapest few of each file: what was left out is judged by the prices of the
 * solution, and whatever has a negative reduced cost comes in and all is solved again (column generation: Gilmore and Gomory, 1961). When
 * nothing comes in, the prices are a proof for all pairs, so cutting changed nothing. Where experts must be kept apart, this holds for every
 * branch that was looked at. `extra` pairs are candidates from the beginning.
 */
export const solveSelection = (selection: Selection, extra: ExtraPairs = new Map()): SolvedSelection => {
  const rows = createPairRows(selection);
  const kept = createCandidates(selection, rows, extra);
  const { apart } = positionsOf(selection);
  let warmStart: WarmStart | undefined;
  for (let rounds = 0; ; rounds += 1) {
    const candidates = kept.all();
    const built = buildNetwork(candidates.instance);
    if ('errors' in built) throw new Error(built.errors.join('\n'));
    const cheaper = new Map<number, Set<number>>();
    const look = (branch: Solution) =>
      findCheaperPairs(rows, candidates.cutCost, branch, selection.params.top, cheaper);
    const root = solve(built.network, warmStart);
    look(root);
    const { solution, isProven, bound } =
      cheaper.size === 0 && apart.length > 0
        ? keepApart(root, apart, look)
        : { solution: root, isProven: true, bound: resultOf(root).cost };
    if (cheaper.size === 0)
      return { candidates, solution, prices: pricesForAll(solution), isProven, bound, rounds };
    kept.add(cheaper);
    const isNear = cheaper.size <= selection.files.length * FEW_FILES;
    warmStart = isNear ? { solution: root, prices: pricesForAll(root) } : undefined;
  }
};
