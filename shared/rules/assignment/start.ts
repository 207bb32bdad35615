import { type Choice, chooseArcs, createChoice } from './best-response.ts';
import { assign, fileNode, type Flow, groupNode, isGroupFull, slotCost, unassign } from './flow.ts';

/**
 * From prices to a pseudoflow without negative reduced costs: every project takes its best arcs, every expert sends as
 * many units as their price pays for. Excesses and holes at experts remain.
 */

const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

/** The greatest common divisor of all differences of costs, at least 1. */
export const latticeOf = ({ network, floorReward }: Flow) => {
  const { arcCost, load } = network;
  const base = arcCost.length === 0 ? 0 : arcCost[0]!;
  let divisor = gcd(load.step, floorReward);
  for (const cost of arcCost) {
    if (divisor === 1) break;
    divisor = gcd(divisor, cost - base);
  }
  return Math.max(1, divisor);
};

/**
 * Bring the prices to values that slots can cost: without it, prices that should be equal differ by parts of ε, and
 * every such difference is a wrong choice that has to be repaired.
 */
const snapPrices = ({ network, potential, capacity }: Flow, lattice: number) => {
  for (let expert = 0; expert < network.expertCount; expert += 1)
    if (capacity[expert]! > 0)
      potential[expert] =
        network.load.first + lattice * Math.round((potential[expert]! - network.load.first) / lattice);
};

/** Let a project hold what it chose, moving only the units that change. */
const takeChoice = (flow: Flow, file: number, { count, arcs, values }: Choice) => {
  const { network, unitArc, potential } = flow;
  const begin = flow.unitStart[file]!;
  const end = flow.unitStart[file + 1]!;
  for (let unit = begin; unit < end; unit += 1)
    if (unitArc[unit]! >= 0 && !isAmong(arcs, count, unitArc[unit]!)) unassign(flow, unit);
  const held = unitArc.slice(begin, end);
  let unit = begin;
  let dearest = count < end - begin ? flow.shortageCost : -Infinity;
  for (let at = 0; at < count; at += 1) {
    dearest = Math.max(dearest, values[at]!);
    if (held.includes(arcs[at]!)) continue;
    while (unitArc[unit]! >= 0) unit += 1;
    assign(flow, unit, arcs[at]!);
  }
  // A project without units stays at -∞, which no search reaches.
  potential[fileNode(network, file)] = dearest;
};

const isAmong = (arcs: Int32Array, count: number, arc: number) => {
  for (let at = 0; at < count; at += 1) if (arcs[at] === arc) return true;
  return false;
};

/** The potential of a full group is the value of its dearest arc that is held. */
const setGroupPotentials = (flow: Flow, { count, arcs, values }: Choice) => {
  const { network, potential } = flow;
  const forFullGroups = (change: (node: number, value: number) => void) => {
    for (let at = 0; at < count; at += 1)
      for (let group = network.arcGroup[arcs[at]!]!; group >= 0; group = network.groupParent[group]!)
        if (isGroupFull(flow, group)) change(groupNode(network, group), values[at]!);
  };
  forFullGroups((node) => {
    potential[node] = -Infinity;
  });
  forFullGroups((node, value) => {
    potential[node] = Math.max(potential[node]!, value);
  });
};

/** Send as many units as the price pays for; of those it pays exactly, as many as the expert has. */
const sendByPrice = (flow: Flow, expert: number) => {
  const price = flow.potential[expert]!;
  const most = flow.capacity[expert]!;
  let sent = 0;
  while (sent < most && slotCost(flow, expert, sent) < price) sent += 1;
  while (sent < most && sent < flow.assigned[expert]! && slotCost(flow, expert, sent) <= price) sent += 1;
  flow.sent[expert] = sent;
};

/** Builds the pseudoflow at the current prices of the flow. O(arcs) at most. */
export const respondToPrices = (flow: Flow, lattice: number) => {
  const { network, potential, unitStart } = flow;
  snapPrices(flow, lattice);
  flow.lowestPrice = Infinity;
  for (let expert = 0; expert < network.expertCount; expert += 1)
    flow.lowestPrice = Math.min(flow.lowestPrice, potential[expert]!);
  let mostUnits = 0;
  for (let file = 0; file < network.fileCount; file += 1)
    mostUnits = Math.max(mostUnits, unitStart[file + 1]! - unitStart[file]!);
  const choice = createChoice(mostUnits);
  const terms = {
    price: potential,
    lowestPrice: flow.lowestPrice,
    limit: flow.shortageCost,
    state: flow.arcState,
  };
  for (let file = 0; file < network.fileCount; file += 1) {
    chooseArcs(choice, network, file, unitStart[file + 1]! - unitStart[file]!, terms);
    takeChoice(flow, file, choice);
    setGroupPotentials(flow, choice);
  }
  for (let expert = 0; expert < network.expertCount; expert += 1) sendByPrice(flow, expert);
};
