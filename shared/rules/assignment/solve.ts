import { findPrices } from './auction.ts';
import { buildExpertRows, type ExpertRows, fillHole } from './backward.ts';
import { assign, emptyFlow, type Flow, FREE, slotCost } from './flow.ts';
import { fillShortage, sendExcess } from './forward.ts';
import type { Network } from './network.ts';
import { createSearch, type Search } from './search.ts';
import { latticeOf, respondToPrices } from './start.ts';

/** A solved network: an optimal flow with potentials that prove it, and what later searches need. */
export type Solution = { flow: Flow; search: Search; rows: ExpertRows };

type Range = { least: number; most: number; ofSlots: number };

const rangeOfCosts = ({ network, capacity }: Flow): Range => {
  let least = Infinity;
  let most = -Infinity;
  for (const cost of network.arcCost) {
    if (cost < least) least = cost;
    if (cost > most) most = cost;
  }
  let mostLoad = 0;
  for (let expert = 0; expert < network.expertCount; expert += 1)
    mostLoad = Math.max(mostLoad, network.openLoad[expert]! + capacity[expert]!);
  return { least, most, ofSlots: network.load.step * mostLoad };
};

/**
 * Moderate stand-ins for the costs of an empty place and of a missed floor. At the real ones every shortage would be a
 * war of prices; so prices are found at the stand-ins, and `raiseToReal` makes up for the rest. They keep to the
 * lattice of the costs.
 */
const useStandIns = (flow: Flow, { least, most, ofSlots }: Range) => {
  const { network } = flow;
  flow.floorReward = 0;
  const step = latticeOf(flow);
  const reward = step * Math.ceil((2 * (most - least + ofSlots)) / step);
  if (network.floor.some((floor) => floor > 0)) flow.floorReward = Math.min(network.floorReward, reward);
  const lattice = latticeOf(flow);
  const above = Math.ceil((4 * (most - least + ofSlots + flow.floorReward)) / lattice) + 1;
  const standIn = most + network.load.first + lattice * above;
  flow.shortageCost = Math.min(network.shortageCost, standIn);
  return lattice;
};

const repair = ({ flow, search, rows }: Solution) => {
  for (let expert = 0; expert < flow.network.expertCount; expert += 1)
    while (flow.assigned[expert]! > flow.sent[expert]!) sendExcess(flow, search, expert);
  for (let expert = 0; expert < flow.network.expertCount; expert += 1)
    while (flow.assigned[expert]! < flow.sent[expert]!) fillHole(flow, rows, search, expert);
};

/**
 * Switches to the real penalties: first fills holes where an expert is below their floor, then every empty place that
 * can be filled.
 */
const raiseToReal = ({ flow, search, rows }: Solution) => {
  const { network, potential, capacity, sent } = flow;
  flow.floorReward = network.floorReward;
  for (let expert = 0; expert < network.expertCount; expert += 1)
    while (
      sent[expert]! < capacity[expert]! &&
      sent[expert]! < network.floor[expert]! &&
      slotCost(flow, expert, sent[expert]!) < potential[expert]!
    ) {
      sent[expert]! += 1;
      fillHole(flow, rows, search, expert);
    }
  flow.shortageCost = network.shortageCost;
  while (fillShortage(flow, search));
};

/** Assigns the pairs of another solution for which arcs exist. O(arcs). */
const keepPairsOf = (flow: Flow, { flow: { network: from, unitStart, unitArc } }: Solution) => {
  const { network } = flow;
  const heldBy = new Int32Array(network.expertCount).fill(-1);
  for (let file = 0; file < network.fileCount; file += 1) {
    for (let unit = unitStart[file]!; unit < unitStart[file + 1]!; unit += 1)
      if (unitArc[unit]! >= 0) heldBy[from.arcExpert[unitArc[unit]!]!] = file;
    let unit = flow.unitStart[file]!;
    for (let arc = network.fileStart[file]!; arc < network.fileStart[file + 1]!; arc += 1)
      if (heldBy[network.arcExpert[arc]!] === file && flow.arcState[arc] === FREE) {
        assign(flow, unit, arc);
        unit += 1;
      }
  }
};

/** A solution of a network of the same projects and experts with fewer arcs, and prices for all experts. */
export type WarmStart = { solution: Solution; prices: ArrayLike<number> };

/** Begin where another solution ended. At optimal prices nothing is left to repair; at others an auction is faster. */
const startFrom = ({ flow }: Solution, { solution, prices }: WarmStart, least: number) => {
  for (let expert = 0; expert < flow.network.expertCount; expert += 1)
    flow.potential[expert] =
      flow.capacity[expert] === 0 ? flow.network.shortageCost - least : prices[expert]!;
  keepPairsOf(flow, solution);
  respondToPrices(flow, 1);
};

/**
 * An assignment of least cost: Σ costs of pairs + Σ costs of experts' places + empty places. Prices by an auction,
 * every project's best response to them, then shortest augmenting paths for the rest (Ahuja, Magnanti, Orlin, Network
 * Flows, ch. 9: a pseudoflow without negative reduced costs keeps that along shortest paths, and is optimal when there
 * is no excess). Always terminates, with empty places where there is no expert; the same input gives the same result on
 * every machine. Paths cost O(arcs · log nodes) each at worst; good prices leave few and short ones.
 */
export const solve = (network: Network, warmStart?: WarmStart): Solution => {
  const flow = emptyFlow(network);
  const nodeCount = flow.potential.length;
  const solution = {
    flow,
    search: createSearch(nodeCount),
    rows: buildExpertRows(network.expertCount, network.arcExpert),
  };
  const range = rangeOfCosts(flow);
  if (network.arcCost.length > 0 && warmStart) {
    startFrom(solution, warmStart, range.least);
    repair(solution);
  } else if (network.arcCost.length > 0) {
    const lattice = useStandIns(flow, range);
    // An expert without any place costs more than an empty place.
    for (let expert = 0; expert < network.expertCount; expert += 1)
      if (flow.capacity[expert] === 0) flow.potential[expert] = network.shortageCost - range.least;
    findPrices(flow, solution.rows, Math.max(range.most - range.least, range.ofSlots), lattice);
    respondToPrices(flow, lattice);
    repair(solution);
  }
  raiseToReal(solution);
  return solution;
};

/** The pairs of a solution by project and expert, and its cost in 1/100 point, with its parts. */
export const resultOf = ({ flow }: Solution) => {
  const { network, unitArc, assigned } = flow;
  const arcs = unitArc.filter((arc) => arc >= 0).sort();
  let pairCost = 0;
  for (const arc of arcs) pairCost += network.arcCost[arc]!;
  let loadCost = 0;
  let belowFloor = 0;
  for (let expert = 0; expert < network.expertCount; expert += 1) {
    for (let slot = 0; slot < assigned[expert]!; slot += 1)
      loadCost += network.load.first + network.load.step * (network.openLoad[expert]! + slot);
    belowFloor += Math.max(0, network.floor[expert]! - assigned[expert]!);
  }
  const shortage = network.need.reduce((sum, need) => sum + need, 0) - arcs.length;
  return {
    /** Arcs in the order of the network: by project, cost and expert. */
    arcs,
    pairCost,
    loadCost,
    shortage,
    belowFloor,
    /** The minimised sum: a floor counts as the loss below it. */
    cost: pairCost + loadCost + shortage * network.shortageCost + belowFloor * network.floorReward,
  };
};

/** Cost to all others if an expert takes one more project, in 1/100 point: these prices prove the optimum. */
export const pricesOf = ({ flow }: Solution) => flow.potential.slice(0, flow.network.expertCount);
