import type { ExpertRows } from './backward.ts';
import { assign, type Flow, FREE, slotCost, unassign } from './flow.ts';
import { sellLeftSlots } from './reverse-auction.ts';

/**
 * Prices by an auction with ε-scaling (Bertsekas, "The auction algorithm", 1988; similar persons and objects: Bertsekas
 * and Castañón, 1989), with a reverse auction after each phase (the same, 1992). Empty units bid for experts; an expert
 * opens the next place or drops the lowest bid, whichever is cheaper. The assignment need not be optimal: only the
 * prices are used, and the pairs that are equally good.
 */
type Auction = {
  flow: Flow;
  bid: Float64Array;
  /** Minimum price at which an expert opens a further slot in this phase. */
  startPrice: Float64Array;
  epsilon: number;
  /** Ring buffer of projects with units that have to bid; it holds each project at most once. */
  queue: Int32Array;
  isQueued: Uint8Array;
  first: number;
  count: number;
};

/** ε in parts of the range of costs: from coarse to fine, each phase starting at the prices of the one before. */
const PHASES = [0.67, 0.17, 0.033, 0.005, 0.0008, 0.0002];

const nextSlotPrice = ({ flow, startPrice }: Auction, expert: number) => {
  const slot = flow.assigned[expert]!;
  if (slot >= flow.capacity[expert]!) return Infinity;
  const cost = slotCost(flow, expert, slot);
  return cost > startPrice[expert]! ? cost : startPrice[expert]!;
};

/** The unit at an expert that bid least, or -1. O(units at the expert). */
const lowestBidder = ({ flow, bid }: Auction, expert: number) => {
  let lowest = flow.firstUnit[expert]!;
  for (let unit = lowest; unit >= 0; unit = flow.nextUnit[unit]!)
    if (bid[unit]! < bid[lowest]!) lowest = unit;
  return lowest;
};

const updatePrice = (auction: Auction, expert: number) => {
  const slot = nextSlotPrice(auction, expert);
  const lowest = lowestBidder(auction, expert);
  const bid = lowest < 0 ? Infinity : auction.bid[lowest]!;
  auction.flow.potential[expert] = slot < bid ? slot : bid;
};

const enqueue = (auction: Auction, file: number) => {
  if (auction.isQueued[file] === 1) return;
  auction.isQueued[file] = 1;
  let end = auction.first + auction.count;
  if (end >= auction.queue.length) end -= auction.queue.length;
  auction.queue[end] = file;
  auction.count += 1;
};

const accept = (auction: Auction, unit: number, arc: number, offer: number) => {
  const { flow, bid } = auction;
  const expert = flow.network.arcExpert[arc]!;
  const lowest = lowestBidder(auction, expert);
  if (lowest >= 0 && bid[lowest]! < nextSlotPrice(auction, expert)) {
    enqueue(auction, flow.network.arcFile[flow.unitArc[lowest]!]!);
    unassign(flow, lowest);
  }
  assign(flow, unit, arc);
  bid[unit] = offer;
  updatePrice(auction, expert);
};

/**
 * One unit bids for its cheapest arc, up to the second cheapest and ε more; false if no arc is cheaper than staying
 * empty. The innermost step, kept small so that the engine optimises it.
 */
const bidOnce = (auction: Auction, file: number, unit: number) => {
  const { flow, epsilon } = auction;
  const { potential, arcState, lowestPrice } = flow;
  const { arcCost, arcExpert, fileStart } = flow.network;
  let best = flow.shortageCost;
  let second = best;
  let bestArc = -1;
  const end = fileStart[file + 1]!;
  for (let arc = fileStart[file]!; arc < end; arc += 1) {
    const cost = arcCost[arc]!;
    if (cost + lowestPrice >= second) break;
    if (arcState[arc] !== FREE) continue;
    const value = cost + potential[arcExpert[arc]!]!;
    if (value >= second) continue;
    if (value < best) {
      second = best;
      best = value;
      bestArc = arc;
    } else second = value;
  }
  if (bestArc < 0) return false;
  // A bid stops where staying empty is cheaper; otherwise scarce experts would get prices that no unit can pay.
  accept(auction, unit, bestArc, Math.min(second + epsilon, flow.shortageCost) - arcCost[bestArc]!);
  return true;
};

const bidOfFile = (auction: Auction, file: number) => {
  const { unitStart, unitArc } = auction.flow;
  const end = unitStart[file + 1]!;
  for (let unit = unitStart[file]!; unit < end; unit += 1)
    if (unitArc[unit]! < 0 && !bidOnce(auction, file, unit)) return;
};

/** Starts a phase: all units bid again, from slightly below the last prices. */
const beginPhase = (auction: Auction, isFirst: boolean) => {
  const { flow, startPrice, epsilon } = auction;
  const { potential, capacity } = flow;
  if (!isFirst)
    for (let expert = 0; expert < startPrice.length; expert += 1)
      startPrice[expert] = potential[expert]! - epsilon;
  for (let unit = 0; unit < flow.unitArc.length; unit += 1)
    if (flow.unitArc[unit]! >= 0) unassign(flow, unit);
  flow.lowestPrice = Infinity;
  for (let expert = 0; expert < startPrice.length; expert += 1) {
    if (capacity[expert] === 0) continue;
    updatePrice(auction, expert);
    flow.lowestPrice = Math.min(flow.lowestPrice, potential[expert]!);
  }
  for (let file = 0; file < flow.network.fileCount; file += 1) enqueue(auction, file);
};

const runPhase = (auction: Auction) => {
  while (auction.count > 0) {
    const file = auction.queue[auction.first]!;
    auction.first = auction.first + 1 === auction.queue.length ? 0 : auction.first + 1;
    auction.count -= 1;
    auction.isQueued[file] = 0;
    bidOfFile(auction, file);
  }
};

/**
 * Sets prices near the optimal ones and assigns the pairs found with them. `range` is the greatest difference of costs,
 * roughly; `lattice` the greatest common divisor of these differences: a finer ε could not separate two solutions.
 */
export const findPrices = (flow: Flow, rows: ExpertRows, range: number, lattice: number) => {
  const { fileCount, expertCount } = flow.network;
  const auction: Auction = {
    flow,
    bid: new Float64Array(flow.unitArc.length),
    startPrice: new Float64Array(expertCount).fill(-Infinity),
    epsilon: 0,
    queue: new Int32Array(fileCount),
    isQueued: new Uint8Array(fileCount),
    first: 0,
    count: 0,
  };
  let isFirst = true;
  for (const part of PHASES) {
    auction.epsilon = Math.max(1, Math.round(range * part));
    beginPhase(auction, isFirst);
    runPhase(auction);
    sellLeftSlots(auction, rows);
    isFirst = false;
    if (auction.epsilon * 8 < lattice || auction.epsilon === 1) break;
  }
};
