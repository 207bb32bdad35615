import { BLOCKED, fileNode, type Flow, FREE, holderOf, slotCost, tailOf } from './flow.ts';
import { pop } from './heap.ts';
import {
  applyMoves,
  beginSearch,
  type Moves,
  noteEnd,
  relax,
  type Search,
  settle,
  unitOfStep,
} from './search.ts';

/**
 * Shortest augmenting paths from units without a way to the sink (Ahuja, Magnanti, Orlin, Network Flows, §9.7), on
 * reduced costs, with the rows of a project cut short: they are sorted, and no price is below `lowestPrice`.
 */

/** Cost, beyond the price, if an expert sends one more unit: 0 if they send more than they hold. */
const costToSend = (flow: Flow, expert: number) => {
  const sent = flow.sent[expert]!;
  if (flow.assigned[expert]! < sent) return 0;
  if (sent >= flow.capacity[expert]!) return Infinity;
  return slotCost(flow, expert, sent) - flow.potential[expert]!;
};

const reachExpert = (flow: Flow, search: Search, arc: number, distance: number, tail: number) => {
  const expert = flow.network.arcExpert[arc]!;
  const reached = distance + flow.potential[expert]!;
  if (relax(search, expert, reached, tail, arc)) noteEnd(search, reached + costToSend(flow, expert), expert);
};

const scanFile = (flow: Flow, search: Search, node: number, distance: number) => {
  const { network, arcState, lowestPrice, potential } = flow;
  const { fileStart, arcCost } = network;
  const file = node - network.expertCount;
  const base = distance - potential[node]!;
  noteEnd(search, base + flow.shortageCost, node);
  const end = fileStart[file + 1]!;
  for (let arc = fileStart[file]!; arc < end; arc += 1) {
    const reached = base + arcCost[arc]!;
    if (reached + lowestPrice >= search.best) break;
    if (arcState[arc] === FREE) reachExpert(flow, search, arc, reached, node);
  }
};

const scanGroup = (flow: Flow, search: Search, node: number, distance: number) => {
  const { network, arcState, potential } = flow;
  const group = node - network.expertCount - network.fileCount;
  const base = distance - potential[node]!;
  const holder = holderOf(flow, group);
  relax(search, holder, base + potential[holder]!, node, -1);
  const end = network.groupStart[group + 1]!;
  for (let index = network.groupStart[group]!; index < end; index += 1) {
    const arc = network.groupArcs[index]!;
    if (arcState[arc] === BLOCKED && tailOf(flow, arc) === node)
      reachExpert(flow, search, arc, base + network.arcCost[arc]!, node);
  }
};

const scanExpert = (flow: Flow, search: Search, expert: number, distance: number) => {
  const { network, potential } = flow;
  const base = distance - potential[expert]!;
  for (let unit = flow.firstUnit[expert]!; unit >= 0; unit = flow.nextUnit[unit]!) {
    const arc = flow.unitArc[unit]!;
    const tail = tailOf(flow, arc);
    relax(search, tail, base + potential[tail]! - network.arcCost[arc]!, expert, arc);
  }
};

const searchForward = (flow: Flow, search: Search) => {
  const { expertCount, fileCount } = flow.network;
  const { heap } = search;
  while (heap.size > 0 && heap.keys[0]! < search.best) {
    const distance = heap.keys[0]!;
    const node = pop(heap);
    if (!settle(search, node)) continue;
    if (node < expertCount) scanExpert(flow, search, node, distance);
    else if (node < expertCount + fileCount) scanFile(flow, search, node, distance);
    else scanGroup(flow, search, node, distance);
  }
};

/** Potentials that keep every reduced cost at 0 or above and bring those of the shortest path to 0. */
const raisePotentials = ({ potential }: Flow, { settled, settledCount, distance, best }: Search) => {
  for (let index = 0; index < settledCount; index += 1) {
    const node = settled[index]!;
    potential[node]! += best - distance[node]!;
  }
};

/** Move the units along the path found, from its end back to its source. */
const augment = (flow: Flow, search: Search) => {
  const { previous, via, bestNode } = search;
  const moves: Moves = [];
  let node = bestNode;
  let taken = -1;
  if (node < flow.network.expertCount) {
    if (flow.assigned[node]! >= flow.sent[node]!) flow.sent[node]! += 1;
    taken = via[node]!;
    node = previous[node]!;
  }
  while (node >= 0) {
    while (via[node]! < 0 && previous[node]! >= 0) node = previous[node]!;
    const given = via[node]!;
    moves.push({ unit: unitOfStep(flow, node, given), arc: taken });
    const expert = previous[node]!;
    if (expert < 0) break;
    taken = via[expert]!;
    node = previous[expert]!;
  }
  applyMoves(flow, moves);
};

/** Send one unit that is too much at an expert to the sink, at the least cost. */
export const sendExcess = (flow: Flow, search: Search, expert: number) => {
  beginSearch(search);
  relax(search, expert, 0, -1, -1);
  noteEnd(search, costToSend(flow, expert), expert);
  searchForward(flow, search);
  raisePotentials(flow, search);
  augment(flow, search);
};

/**
 * Take a unit from its arc and send it elsewhere, or leave it empty, at the least cost. It begins at the full group of
 * the arc, if there is one: an expert of the same group may take its place.
 */
export const displaceUnit = (flow: Flow, search: Search, arc: number) => {
  beginSearch(search);
  relax(search, tailOf(flow, arc), 0, -1, arc);
  searchForward(flow, search);
  raisePotentials(flow, search);
  augment(flow, search);
};

/**
 * How far it is on reduced costs from an expert to a node, straight or by the sink, from which it is `fromSink`;
 * nothing is changed.
 */
export const distanceToNode = (
  flow: Flow,
  search: Search,
  expert: number,
  node: number,
  fromSink: number,
): number => {
  beginSearch(search, fromSink);
  relax(search, expert, 0, -1, -1);
  noteEnd(search, costToSend(flow, expert), expert);
  searchForward(flow, search);
  return search.reached[node] === search.number ? Math.min(search.best, search.distance[node]!) : search.best;
};

/**
 * Fill the empty place that is filled most cheaply, unless leaving it empty costs no more; whether one was filled.
 * After the last call the potentials fit the present shortage cost.
 */
export const fillShortage = (flow: Flow, search: Search) => {
  const { network, short } = flow;
  beginSearch(search);
  for (let file = 0; file < network.fileCount; file += 1)
    if (short[file]! > 0) relax(search, fileNode(network, file), 0, -1, -1);
  searchForward(flow, search);
  if (search.bestNode < 0) return false;
  raisePotentials(flow, search);
  if (search.bestNode >= network.expertCount) return false;
  augment(flow, search);
  return true;
};
