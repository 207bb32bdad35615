import { type Candidates, createCandidates, type ExtraPairs } from './candidates.ts';
import { fileNode, slotCost } from './flow.ts';
import { keepApart } from './keep-apart.ts';
import { buildNetwork } from './network.ts';
import { createPairRows, type PairRow, type PairRows } from './pair-rows.ts';
import type { Selection } from './selection.ts';
import { resultOf, type Solution, solve, type WarmStart } from './solve.ts';
import { spreadOver } from './spread-over.ts';
import { positionsOf } from './exclusion.ts';

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
 * Prices for judging pairs that were left out. An expert who has all their candidates may have any higher price; the
 * next project costs at most their next place, if they have one.
 */
export const pricesForAll = ({ flow }: Solution): Float64Array =>
  Float64Array.from({ length: flow.network.expertCount }, (_, expert) => {
    const assigned = flow.assigned[expert]!;
    const hasMore = assigned === flow.capacity[expert]! && assigned < flow.network.places[expert]!;
    const price = flow.potential[expert]!;
    return hasMore ? Math.min(price, slotCost(flow, expert, assigned)) : price;
  });

/** The experts of a row, those at the least cost with their price first, and these sums. */
const inOrder = ({ length, expert, cost }: PairRow, prices: Float64Array) => {
  const sums = Float64Array.from({ length }, (_, at) => cost[at]! + prices[expert[at]!]!);
  const least = sums.reduce((low, sum) => Math.min(low, sum), Infinity);
  // Sum and position are sorted as one number; larger values are no price but a place that cannot be filled.
  const most = Number.MAX_SAFE_INTEGER / (length + 1) - 1;
  const keys = sums.map((sum, at) => Math.min(sum - least, Math.floor(most)) * length + at).sort();
  return {
    order: Int32Array.from(keys, (key) => expert[key % length]!),
    most: Float64Array.from(keys, (key) => sums[key % length]!),
  };
};

type Cheaper = { expert: number; value: number };

/** At most `top` of the cheaper ones: half of them the best, half from all of the others. */
const chosenOf = (cheaper: Cheaper[], top: number, file: number, known = new Set<number>()) => {
  cheaper.sort((a, b) => a.value - b.value || a.expert - b.expert);
  const best = cheaper.length <= top ? cheaper.length : Math.ceil(top / 2);
  for (const one of cheaper.slice(0, best)) known.add(one.expert);
  if (best < cheaper.length)
    for (const at of spreadOver(cheaper.length - best, top - best, file))
      known.add(cheaper[best + at]!.expert);
  return known;
};

/**
 * Pairs that were left out and might be cheaper than those of their project, or dearer by less than `slack`: at most
 * `top` of each project are added to `found`, half of them the best, half from all of the others, since projects of one
 * subject find the same best ones. Similar projects share one sorted list of experts, so that each reads only as far as
 * an expert could be cheaper.
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
  for (const files of rows.alike) {
    const isOpen = (file: number) =>
      network.need[file] !== 0 && cutCost[file]! + lowest < potential[fileNode(network, file)]! + slack;
    const open = files.filter(isOpen);
    if (open.length === 0) continue;
    const { order, most } = inOrder(rows.fillShared(open[0]!), prices);
    for (const file of open) {
      const limit = potential[fileNode(network, file)]! + slack;
      for (let arc = network.fileStart[file]!; arc < network.fileStart[file + 1]!; arc += 1)
        keptFor[network.arcExpert[arc]!] = file;
      const { isRefused, warningOf } = rows.lookAt(file);
      const cheaper: Cheaper[] = [];
      for (let at = 0; at < order.length; at += 1) {
        if (most[at]! - rows.noiseWidth >= limit) break;
        const who = order[at]!;
        if (keptFor[who] === file || isRefused(who)) continue;
        const dearest = most[at]! + warningOf(who);
        if (dearest - rows.noiseWidth >= limit) continue;
        const value = dearest - rows.noiseOf(file, who);
        if (value < limit) cheaper.push({ expert: who, value });
      }
      if (cheaper.length > 0) found.set(file, chosenOf(cheaper, top, file, found.get(file)));
    }
  }
};

/** Where pairs came in for no more than this part of the projects, the solution before is the faster beginning. */
const FEW_FILES = 1 / 20;

/**
 * The best assignment over all allowed pairs, found on the cheapest few of each project: what was left out is judged by
 * the prices of the solution, and whatever has a negative reduced cost comes in and all is solved again (column
 * generation: Gilmore and Gomory, 1961). When nothing comes in, the prices are a proof for all pairs, so cutting
 * changed nothing. Where experts must be kept apart, this holds for every branch that was looked at. `extra` pairs are
 * candidates from the beginning.
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
