import { chooseArcs, createChoice } from './best-response.ts';
import type { Network } from './network.ts';

/**
 * A claim that can be verified without trusting the solver: an assignment (arcs) and a price for each expert, in 1/100
 * point.
 */
export type Claim = { arcs: ArrayLike<number>; prices: ArrayLike<number> };

/**
 * Whether the claim holds: nothing forbidden, no limit passed, and no cheaper assignment exists. `bound` is a lower
 * bound of all assignments.
 */
export type Proof = {
  isFeasible: boolean;
  isOptimal: boolean;
  cost: number;
  bound: number;
  faults: string[];
};

const MAX_FAULTS = 20;

/** Limits that an assignment breaks, in words. */
const findFaults = (network: Network, arcs: ArrayLike<number>) => {
  const faults: string[] = [];
  const seen = new Set<number>();
  const ofFile = new Int32Array(network.fileCount);
  const ofExpert = new Int32Array(network.expertCount);
  const ofGroup = new Int32Array(network.groupCount);
  for (let index = 0; index < arcs.length; index += 1) {
    const arc = arcs[index]!;
    const [file, expert] = [network.arcFile[arc], network.arcExpert[arc]];
    if (file === undefined || expert === undefined) {
      faults.push(`没有编号为 ${arc} 的候选对`);
      continue;
    }
    if (seen.has(arc)) faults.push(`材料 ${file} 重复分给专家 ${expert}`);
    seen.add(arc);
    if (network.arcForbidden[arc] === 1) faults.push(`材料 ${file} 与专家 ${expert} 须回避`);
    ofFile[file]! += 1;
    ofExpert[expert]! += 1;
    for (let group = network.arcGroup[arc]!; group >= 0; group = network.groupParent[group]!)
      ofGroup[group]! += 1;
  }
  for (let file = 0; file < ofFile.length; file += 1)
    if (ofFile[file]! > network.need[file]!) faults.push(`材料 ${file} 分给了过多专家`);
  for (let expert = 0; expert < ofExpert.length; expert += 1)
    if (ofExpert[expert]! > network.places[expert]!) faults.push(`专家 ${expert} 超过名额`);
  for (let group = 0; group < ofGroup.length; group += 1)
    if (ofGroup[group]! > network.groupCapacity[group]!)
      faults.push(`材料 ${network.groupFile[group]} 的同组专家过多`);
  return { faults, ofExpert };
};

const slotCost = ({ load, openLoad, floor, floorReward }: Network, expert: number, slot: number) =>
  load.first + load.step * (openLoad[expert]! + slot) - (slot < floor[expert]! ? floorReward : 0);

/**
 * No assignment costs less than this at any prices (weak duality): every project pays at least its best response, and
 * every expert's slots earn at most what the price brings above their cost.
 */
const lowerBound = (network: Network, prices: ArrayLike<number>) => {
  const price = Float64Array.from(prices);
  const most = network.need.reduce((sum, need) => Math.max(sum, need), 0);
  const choice = createChoice(Math.min(most, network.expertCount));
  const terms = {
    price,
    lowestPrice: price.reduce((least, one) => Math.min(least, one), Infinity),
    limit: network.shortageCost,
    state: network.arcForbidden,
  };
  let bound = 0;
  for (let file = 0; file < network.fileCount; file += 1) {
    const need = network.need[file]!;
    chooseArcs(choice, network, file, Math.min(need, network.expertCount), terms);
    for (let at = 0; at < choice.count; at += 1) bound += choice.values[at]!;
    bound += (need - choice.count) * network.shortageCost;
  }
  // An expert cannot get more projects than they are a candidate for.
  const mostFiles = new Int32Array(network.expertCount);
  for (let arc = 0; arc < network.arcExpert.length; arc += 1)
    if (network.arcForbidden[arc] === 0) mostFiles[network.arcExpert[arc]!]! += 1;
  for (let expert = 0; expert < network.expertCount; expert += 1) {
    bound += network.floor[expert]! * network.floorReward;
    for (let slot = 0; slot < Math.min(mostFiles[expert]!, network.places[expert]!); slot += 1) {
      const gain = slotCost(network, expert, slot) - price[expert]!;
      if (gain >= 0) break;
      bound += gain;
    }
  }
  return bound;
};

/**
 * Check a result by the prices that came with it (complementary slackness as one sum: cost and bound are equal exactly
 * if it holds for every pair and every slot). Independent of how the result was found. O(arcs).
 */
export const proveOptimal = (network: Network, { arcs, prices }: Claim): Proof => {
  const { faults, ofExpert } = findFaults(network, arcs);
  if (faults.length > 0)
    return { isFeasible: false, isOptimal: false, cost: 0, bound: 0, faults: faults.slice(0, MAX_FAULTS) };
  let cost = network.shortageCost * (network.need.reduce((sum, need) => sum + need, 0) - arcs.length);
  for (let index = 0; index < arcs.length; index += 1) cost += network.arcCost[arcs[index]!]!;
  for (let expert = 0; expert < network.expertCount; expert += 1) {
    cost += network.floor[expert]! * network.floorReward;
    for (let slot = 0; slot < ofExpert[expert]!; slot += 1) cost += slotCost(network, expert, slot);
  }
  const bound = lowerBound(network, prices);
  return { isFeasible: true, isOptimal: cost === bound, cost, bound, faults: [] };
};
