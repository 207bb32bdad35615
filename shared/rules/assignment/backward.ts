import { BLOCKED, type Flow, FREE, groupOfNode, holderOf, slotCost, tailOf } from './flow.ts';
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
 * Mirror of forward.ts: shortest paths against the arcs, to an expert who sends more units than they hold. `previous`
 * is the next node towards that expert.
 */

/** The arcs that lead to each expert: arcs[start[e]] up to arcs[start[e + 1]]. */
export type ExpertRows = { start: Int32Array; arcs: Int32Array };

export const buildExpertRows = (expertCount: number, arcExpert: Int32Array): ExpertRows => {
  const start = new Int32Array(expertCount + 1);
  for (const expert of arcExpert) start[expert + 1]! += 1;
  for (let expert = 0; expert < expertCount; expert += 1) start[expert + 1]! += start[expert]!;
  const arcs = new Int32Array(arcExpert.length);
  const next = start.slice();
  for (let arc = 0; arc < arcExpert.length; arc += 1) arcs[next[arcExpert[arc]!]!++] = arc;
  return { start, arcs };
};

/** Saving, beside the price, if an expert sends one unit less: 0 if they hold more than they send. */
const costToKeep = (flow: Flow, expert: number) => {
  const sent = flow.sent[expert]!;
  if (flow.assigned[expert]! > sent) return 0;
  if (sent === 0) return Infinity;
  return flow.potential[expert]! - slotCost(flow, expert, sent - 1);
};

const reachExpert = (flow: Flow, search: Search, arc: number, distance: number, head: number) => {
  const expert = flow.network.arcExpert[arc]!;
  const reached = distance - flow.network.arcCost[arc]! - flow.potential[expert]!;
  if (relax(search, expert, reached, head, arc)) noteEnd(search, reached + costToKeep(flow, expert), expert);
};

const scanExpert = (flow: Flow, rows: ExpertRows, search: Search, expert: number, distance: number) => {
  const { network, arcState, potential } = flow;
  const base = distance + potential[expert]!;
  const end = rows.start[expert + 1]!;
  for (let index = rows.start[expert]!; index < end; index += 1) {
    const arc = rows.arcs[index]!;
    const state = arcState[arc];
    if (state !== FREE && state !== BLOCKED) continue;
    const tail = tailOf(flow, arc);
    relax(search, tail, base + network.arcCost[arc]! - potential[tail]!, expert, arc);
  }
};

/** Assigned pairs of a project whose parent is this node, directly or through a full group. */
const scanHeld = (flow: Flow, search: Search, node: number, file: number, base: number) => {
  const { network, potential, unitArc } = flow;
  const end = flow.unitStart[file + 1]!;
  for (let unit = flow.unitStart[file]!; unit < end; unit += 1) {
    const arc = unitArc[unit]!;
    if (arc < 0) continue;
    let tail = tailOf(flow, arc);
    if (tail === node) {
      reachExpert(flow, search, arc, base, node);
      continue;
    }
    for (let group = groupOfNode(network, tail); group >= 0; group = groupOfNode(network, tail)) {
      const holder = holderOf(flow, group);
      if (holder === node) relax(search, tail, base - potential[tail]!, node, -1);
      tail = holder;
    }
  }
};

const scanFile = (flow: Flow, search: Search, node: number, distance: number) => {
  const file = node - flow.network.expertCount;
  if (flow.short[file]! > 0) noteEnd(search, distance, node);
  scanHeld(flow, search, node, file, distance + flow.potential[node]!);
};

const scanGroup = (flow: Flow, search: Search, node: number, distance: number) => {
  const { network, potential } = flow;
  const file = network.groupFile[groupOfNode(network, node)]!;
  scanHeld(flow, search, node, file, distance + potential[node]!);
};

const searchBackward = (flow: Flow, rows: ExpertRows, search: Search) => {
  const { expertCount, fileCount } = flow.network;
  const { heap } = search;
  while (heap.size > 0 && heap.keys[0]! < search.best) {
    const distance = heap.keys[0]!;
    const node = pop(heap);
    if (!settle(search, node)) continue;
    if (node < expertCount) scanExpert(flow, rows, search, node, distance);
    else if (node < expertCount + fileCount) scanFile(flow, search, node, distance);
    else scanGroup(flow, search, node, distance);
  }
};

const lowerPotentials = (flow: Flow, { settled, settledCount, distance, best }: Search) => {
  const { potential, network } = flow;
  for (let index = 0; index < settledCount; index += 1) {
    const node = settled[index]!;
    potential[node]! -= best - distance[node]!;
    if (node < network.expertCount && potential[node]! < flow.lowestPrice)
      flow.lowestPrice = potential[node]!;
  }
};

const augment = (flow: Flow, search: Search) => {
  const { previous: next, via, bestNode } = search;
  const { expertCount } = flow.network;
  const moves: Moves = [];
  let node = bestNode;
  let given = -1;
  if (node < expertCount) {
    if (flow.assigned[node]! <= flow.sent[node]!) flow.sent[node]! -= 1;
    given = via[node]!;
    node = next[node]!;
  }
  while (node >= 0) {
    const source = node;
    while (via[node]! < 0) node = next[node]!;
    moves.push({ unit: unitOfStep(flow, source, given), arc: via[node]! });
    const expert = next[node]!;
    given = via[expert]!;
    node = next[expert]!;
  }
  applyMoves(flow, moves);
};

/** Finds a unit for an expert who sends more than they hold, or makes them send one less, at the least cost. */
export const fillHole = (flow: Flow, rows: ExpertRows, search: Search, expert: number) => {
  beginSearch(search);
  relax(search, expert, 0, -1, -1);
  noteEnd(search, costToKeep(flow, expert), expert);
  searchBackward(flow, rows, search);
  lowerPotentials(flow, search);
  augment(flow, search);
};

/**
 * Distance on reduced costs from the sink to a node: an expert sends one unit less, or a place is no longer empty.
 * Changes nothing.
 */
export const distanceFromSink = (flow: Flow, rows: ExpertRows, search: Search, node: number) => {
  beginSearch(search);
  relax(search, node, 0, -1, -1);
  searchBackward(flow, rows, search);
  return search.best;
};
