import { ASSIGNED } from './flow.ts';
import type { Network } from './network.ts';

/** Arcs that a project can take with their values (cost + price), unordered. A buffer reused for all projects. */
export type Choice = { count: number; arcs: Int32Array; values: Float64Array };

/**
 * Prices at which a project chooses. At `limit` it takes only arcs that it held before (see `state`), above `limit`
 * none.
 */
type Terms = {
  price: Float64Array;
  lowestPrice: number;
  limit: number;
  state: Uint8Array;
};

export const createChoice = (mostUnits: number): Choice => ({
  count: 0,
  arcs: new Int32Array(mostUnits),
  values: new Float64Array(mostUnits),
});

/** Whether an arc should give way to another: it is dearer, or as dear and not held before, or else later. */
const isWorse = (state: Uint8Array, arc: number, value: number, than: number, thanValue: number) => {
  if (value !== thanValue) return value > thanValue;
  const isHeld = state[arc] === ASSIGNED;
  if (isHeld !== (state[than] === ASSIGNED)) return !isHeld;
  return arc > than;
};

/** Whether an arc of a group is also one of another that holds it. */
const isWithin = (parents: Int32Array, group: number, around: number) => {
  let at = group;
  while (at >= 0 && at !== around) at = parents[at]!;
  return at >= 0;
};

/** The place of the worst arc of a group in the choice; with group -1 of all. */
const worstOf = ({ count, arcs, values }: Choice, state: Uint8Array, network: Network, group: number) => {
  const { arcGroup, groupParent } = network;
  let worst = -1;
  for (let at = 0; at < count; at += 1) {
    if (group >= 0 && !isWithin(groupParent, arcGroup[arcs[at]!]!, group)) continue;
    if (worst < 0 || isWorse(state, arcs[at]!, values[at]!, arcs[worst]!, values[worst]!)) worst = at;
  }
  return worst;
};

/** The narrowest group of an arc that the choice fills, or -1. */
const fullGroupOf = ({ count, arcs }: Choice, network: Network, arc: number) => {
  const { arcGroup, groupParent, groupCapacity } = network;
  for (let group = arcGroup[arc]!; group >= 0; group = groupParent[group]!) {
    let sum = 0;
    for (let at = 0; at < count; at += 1) if (isWithin(groupParent, arcGroup[arcs[at]!]!, group)) sum += 1;
    if (sum === groupCapacity[group]) return group;
  }
  return -1;
};

/**
 * The arcs that a project takes at given prices: at most `units`, of a group at most its capacity, at the least sum.
 * Arcs are added one by one; an arc that makes the choice too large removes the worst one of the exceeded limit.
 * Choices under limits of groups within groups are a matroid (a laminar one), so this is exact. O(row · units), mostly
 * far less: rows are sorted.
 */
export const chooseArcs = (choice: Choice, network: Network, file: number, units: number, terms: Terms) => {
  const { price, lowestPrice, limit, state } = terms;
  const { arcCost, arcExpert, arcGroup, arcForbidden } = network;
  const end = network.fileStart[file + 1]!;
  let worst = -1;
  choice.count = 0;
  if (units === 0) return;
  for (let arc = network.fileStart[file]!; arc < end; arc += 1) {
    const least = arcCost[arc]! + lowestPrice;
    if (least > limit || (worst >= 0 && least > choice.values[worst]!)) break;
    const value = arcCost[arc]! + price[arcExpert[arc]!]!;
    if (value >= limit && (value > limit || state[arc] !== ASSIGNED)) continue;
    if (arcForbidden[arc] === 1) continue;
    const group = arcGroup[arc]! < 0 ? -1 : fullGroupOf(choice, network, arc);
    let at = choice.count;
    if (group >= 0) at = worstOf(choice, state, network, group);
    else if (at === units) at = worst;
    if (at < choice.count && !isWorse(state, choice.arcs[at]!, choice.values[at]!, arc, value)) continue;
    choice.arcs[at] = arc;
    choice.values[at] = value;
    if (at === choice.count) choice.count += 1;
    if (choice.count === units) worst = worstOf(choice, state, network, -1);
  }
};
