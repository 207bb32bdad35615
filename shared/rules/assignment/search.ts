import { assign, type Flow, groupNode, holderOf, isGroupFull, unassign, unitOf } from './flow.ts';
import { createHeap, type Heap, push } from './heap.ts';

/**
 * A Dijkstra search over reduced costs. Marks carry the number of the search, so nothing is cleared between two;
 * `previous` is the node that a node was reached from and `via` the arc between them, -1 where there is none (a source,
 * or project and group).
 */
export type Search = {
  number: number;
  heap: Heap;
  distance: Float64Array;
  reached: Int32Array;
  settledIn: Int32Array;
  settled: Int32Array;
  settledCount: number;
  previous: Int32Array;
  via: Int32Array;
  /** Cost of the end beyond the way to it; 0 unless the way continues from the sink. */
  endCost: number;
  /** The nearest end found: its distance, and the node before it (-1: none). */
  best: number;
  bestNode: number;
};

export const createSearch = (nodeCount: number): Search => ({
  number: 0,
  heap: createHeap(),
  distance: new Float64Array(nodeCount),
  reached: new Int32Array(nodeCount),
  settledIn: new Int32Array(nodeCount),
  settled: new Int32Array(nodeCount),
  settledCount: 0,
  previous: new Int32Array(nodeCount),
  via: new Int32Array(nodeCount),
  endCost: 0,
  best: Infinity,
  bestNode: -1,
});

export const beginSearch = (search: Search, endCost = 0) => {
  search.endCost = endCost;
  search.number += 1;
  search.heap.size = 0;
  search.settledCount = 0;
  search.best = Infinity;
  search.bestNode = -1;
};

/** Reach a node at a distance; whether that is nearer than before, and near enough to matter. */
export const relax = (search: Search, node: number, distance: number, previous: number, via: number) => {
  if (distance >= search.best) return false;
  if (search.reached[node] === search.number && search.distance[node]! <= distance) return false;
  search.reached[node] = search.number;
  search.distance[node] = distance;
  search.previous[node] = previous;
  search.via[node] = via;
  push(search.heap, distance, node);
  return true;
};

/** An end of the search behind a node. */
export const noteEnd = (search: Search, distance: number, node: number) => {
  if (distance + search.endCost >= search.best) return;
  search.best = distance + search.endCost;
  search.bestNode = node;
};

/** Mark a popped node as settled; false for one that was settled before. */
export const settle = (search: Search, node: number) => {
  if (search.settledIn[node] === search.number) return false;
  search.settledIn[node] = search.number;
  search.settled[search.settledCount] = node;
  search.settledCount += 1;
  return true;
};

/** Changes of an augmentation: each unit gives up its arc and takes another (-1: stays empty). */
export type Moves = { unit: number; arc: number }[];

/** The unit of a project-side step of the path: the one that holds `arc`, or an empty one of that project. */
export const unitOfStep = (flow: Flow, node: number, arc: number) => {
  const { network } = flow;
  const at = node - network.expertCount;
  const file = at < network.fileCount ? at : network.groupFile[at - network.fileCount]!;
  return unitOf(flow, file, arc);
};

/** First all arcs are given up, then all taken, so that no group is overfull in between. */
export const applyMoves = (flow: Flow, moves: Moves) => {
  const { network, potential, unitArc } = flow;
  for (const { arc } of moves)
    for (let group = arc < 0 ? -1 : network.arcGroup[arc]!; group >= 0; group = network.groupParent[group]!)
      // A group that is not full shares the node of its parent, so it becomes full at the parent's potential.
      if (!isGroupFull(flow, group)) potential[groupNode(network, group)] = potential[holderOf(flow, group)]!;
  for (const { unit } of moves) if (unitArc[unit]! >= 0) unassign(flow, unit);
  for (const { unit, arc } of moves) if (arc >= 0) assign(flow, unit, arc);
};
