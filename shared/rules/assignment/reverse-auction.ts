import type { ExpertRows } from './backward.ts';
import { assign, type Flow, FREE, slotCost, unassign } from './flow.ts';

/**
 * The other half of an auction (Bertsekas and Castañón, "A forward/reverse auction algorithm for asymmetric assignment
 * problems", 1992). After the bids an expert's price may exceed the cost of their next place, which stays unused
 * although it is worth taking. Here such experts lower their price until a unit comes to them or the price equals that
 * cost. The potential of a project is its dearest unit at the present prices: what it would pay for a better one.
 */

/** Parts of an auction (`auction.ts`) used here: prices, bids, ε. */
type Auction = {
  flow: Flow;
  bid: Float64Array;
  /** Minimum price at which an expert opens a further slot in this phase. */
  startPrice: Float64Array;
  epsilon: number;
};

/** The unit of a project that is worth least to it at the present prices; an empty one counts as a shortage. */
const updateFile = (flow: Flow, file: number) => {
  const { unitArc, unitStart, potential } = flow;
  const { arcCost, arcExpert, expertCount } = flow.network;
  const end = unitStart[file + 1]!;
  let dearest = -1;
  let most = -Infinity;
  for (let unit = unitStart[file]!; unit < end; unit += 1) {
    const arc = unitArc[unit]!;
    const value = arc < 0 ? flow.shortageCost : arcCost[arc]! + potential[arcExpert[arc]!]!;
    if (value <= most) continue;
    most = value;
    dearest = unit;
  }
  potential[expertCount + file] = most;
  return dearest;
};

const lowerPrice = (auction: Auction, expert: number, price: number) => {
  const { flow, startPrice } = auction;
  flow.potential[expert] = price;
  startPrice[expert] = price;
  if (price < flow.lowestPrice) flow.lowestPrice = price;
  for (let unit = flow.firstUnit[expert]!; unit >= 0; unit = flow.nextUnit[unit]!)
    updateFile(flow, flow.network.arcFile[flow.unitArc[unit]!]!);
};

/** Cost of an expert's next place if it is below their present price; otherwise -∞: no place is left. */
const leftSlotCost = (flow: Flow, expert: number) => {
  const slot = flow.assigned[expert]!;
  if (slot >= flow.capacity[expert]!) return -Infinity;
  const cost = slotCost(flow, expert, slot);
  return flow.potential[expert]! > cost ? cost : -Infinity;
};

const NOBODY = -1;
const DONE = -2;

/**
 * An expert sells one free place to the highest bidding project, for the second highest bid less ε. Returns the expert
 * who loses a unit by it, `NOBODY`, or `DONE` if no project bids more than the place costs.
 */
const sellOnce = (auction: Auction, rows: ExpertRows, expert: number) => {
  const { flow, epsilon } = auction;
  const { potential, arcState, network } = flow;
  const cost = leftSlotCost(flow, expert);
  if (cost === -Infinity) return DONE;
  let best = cost + epsilon;
  let second = cost;
  let bestArc = -1;
  const end = rows.start[expert + 1]!;
  for (let index = rows.start[expert]!; index < end; index += 1) {
    const arc = rows.arcs[index]!;
    if (arcState[arc] !== FREE) continue;
    const worth = potential[network.expertCount + network.arcFile[arc]!]! - network.arcCost[arc]!;
    if (worth <= second) continue;
    if (worth > best) {
      if (bestArc >= 0) second = best;
      best = worth;
      bestArc = arc;
    } else second = worth;
  }
  if (bestArc < 0) {
    lowerPrice(auction, expert, cost);
    return DONE;
  }
  const file = network.arcFile[bestArc]!;
  const unit = updateFile(flow, file);
  const given = flow.unitArc[unit]!;
  if (given >= 0) unassign(flow, unit);
  assign(flow, unit, bestArc);
  auction.bid[unit] = Math.min(potential[expert]!, Math.max(cost, second - epsilon));
  lowerPrice(auction, expert, auction.bid[unit]!);
  return given < 0 ? NOBODY : network.arcExpert[given]!;
};

/** Sell what was left of the slots. Ends, since every sale brings a project at least ε and prices only fall. */
export const sellLeftSlots = (auction: Auction, rows: ExpertRows) => {
  const { flow } = auction;
  const { expertCount, fileCount } = flow.network;
  for (let file = 0; file < fileCount; file += 1) updateFile(flow, file);
  const waiting: number[] = [];
  for (let first = 0; first < expertCount; first += 1) {
    waiting.push(first);
    for (let expert = waiting.pop(); expert !== undefined; expert = waiting.pop())
      for (
        let loser = sellOnce(auction, rows, expert);
        loser !== DONE;
        loser = sellOnce(auction, rows, expert)
      )
        if (loser !== NOBODY) waiting.push(loser);
  }
};
