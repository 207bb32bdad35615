import type { Network } from './network.ts';

/** States of an arc. A blocked arc carries nothing because its group is full. */
export const FREE = 0;
export const ASSIGNED = 1;
export const BLOCKED = 2;
export const FORBIDDEN = 3;

/**
 * A pseudoflow with potentials. A unit is one place of a project; it holds an arc or is empty. Nodes are numbered:
 * experts, then projects, then groups. The potential of a node is the cheapest way from it to the sink, so that of an
 * expert is their price. All are integers in 1/100 point, kept as doubles since they may exceed 2³¹.
 */
export type Flow = {
  network: Network;
  /** Units of project f: unitStart[f] up to unitStart[f + 1]. A place for which there is no arc at all gets no unit. */
  unitStart: Int32Array;
  /** The arc that a unit holds, or -1. */
  unitArc: Int32Array;
  /** The units at an expert, as a doubly linked list. */
  firstUnit: Int32Array;
  nextUnit: Int32Array;
  previousUnit: Int32Array;
  /** Units at an expert minus units that they send to the sink is their excess. */
  assigned: Int32Array;
  sent: Int32Array;
  /** Units that an expert can send: their places, at most their arcs. */
  capacity: Int32Array;
  /** Empty units of a project. */
  short: Int32Array;
  groupFlow: Int32Array;
  arcState: Uint8Array;
  potential: Float64Array;
  /** Lower bound of all prices of experts. */
  lowestPrice: number;
  /** Current penalties of an empty place and of a project below the floor: stand-ins first, the real ones later. */
  shortageCost: number;
  floorReward: number;
};

/** The node of a project and that of a group. */
export const fileNode = (network: Network, file: number) => network.expertCount + file;
export const groupNode = (network: Network, group: number) => network.expertCount + network.fileCount + group;
/** The group of a node, or less than 0 for one that is not of a group. */
export const groupOfNode = (network: Network, node: number) => node - network.expertCount - network.fileCount;

/** The zero flow: every unit empty, every potential 0. */
export const emptyFlow = (network: Network): Flow => {
  const { fileCount, expertCount, groupCount, fileStart, arcExpert } = network;
  const unitStart = new Int32Array(fileCount + 1);
  for (let file = 0; file < fileCount; file += 1) {
    const arcs = fileStart[file + 1]! - fileStart[file]!;
    unitStart[file + 1] = unitStart[file]! + Math.min(network.need[file]!, arcs);
  }
  const unitCount = unitStart[fileCount]!;
  const arcState = new Uint8Array(arcExpert.length);
  const arcsOf = new Int32Array(expertCount);
  for (let arc = 0; arc < arcExpert.length; arc += 1) {
    if (network.arcForbidden[arc] === 1) arcState[arc] = FORBIDDEN;
    else arcsOf[arcExpert[arc]!]! += 1;
  }
  return {
    network,
    unitStart,
    unitArc: new Int32Array(unitCount).fill(-1),
    firstUnit: new Int32Array(expertCount).fill(-1),
    nextUnit: new Int32Array(unitCount).fill(-1),
    previousUnit: new Int32Array(unitCount).fill(-1),
    assigned: new Int32Array(expertCount),
    sent: new Int32Array(expertCount),
    capacity: arcsOf.map((arcs, expert) => Math.min(arcs, network.places[expert]!)),
    short: Int32Array.from({ length: fileCount }, (_, file) => unitStart[file + 1]! - unitStart[file]!),
    groupFlow: new Int32Array(groupCount),
    arcState,
    potential: new Float64Array(expertCount + fileCount + groupCount),
    lowestPrice: 0,
    shortageCost: network.shortageCost,
    floorReward: network.floorReward,
  };
};

/** Cost of the unit `slot` (from 0) that an expert sends to the sink: it rises from slot to slot. */
export const slotCost = ({ network, floorReward }: Flow, expert: number, slot: number) =>
  network.load.first +
  network.load.step * (network.openLoad[expert]! + slot) -
  (slot < network.floor[expert]! ? floorReward : 0);

export const isGroupFull = ({ network, groupFlow }: Flow, group: number) =>
  groupFlow[group] === network.groupCapacity[group];

/** The narrowest full group, from this one outwards, or -1. */
const fullGroupFrom = (flow: Flow, group: number) => {
  let at = group;
  while (at >= 0 && !isGroupFull(flow, at)) at = flow.network.groupParent[at]!;
  return at;
};

/**
 * Free arcs of a group that became full are blocked; those of one that no longer is are free, unless another group
 * blocks them.
 */
const setGroupArcs = (flow: Flow, group: number) => {
  const { network, arcState } = flow;
  const end = network.groupStart[group + 1]!;
  for (let index = network.groupStart[group]!; index < end; index += 1) {
    const arc = network.groupArcs[index]!;
    if (arcState[arc] === FREE || arcState[arc] === BLOCKED)
      arcState[arc] = fullGroupFrom(flow, network.arcGroup[arc]!) < 0 ? FREE : BLOCKED;
  }
};

/**
 * The node that an arc comes from: its narrowest full group, else its project. A group that is not full shares the node
 * of its parent.
 */
export const tailOf = (flow: Flow, arc: number) => {
  const { network } = flow;
  const group = fullGroupFrom(flow, network.arcGroup[arc]!);
  return group >= 0 ? groupNode(network, group) : fileNode(network, network.arcFile[arc]!);
};

/** The node that a full group hangs on: the next full group around it, else its project. */
export const holderOf = (flow: Flow, group: number) => {
  const { network } = flow;
  const around = fullGroupFrom(flow, network.groupParent[group]!);
  return around >= 0 ? groupNode(network, around) : fileNode(network, network.groupFile[group]!);
};

/** Assigns a free arc to an empty unit. */
export const assign = (flow: Flow, unit: number, arc: number) => {
  const { network, firstUnit, nextUnit, previousUnit } = flow;
  const expert = network.arcExpert[arc]!;
  flow.unitArc[unit] = arc;
  flow.arcState[arc] = ASSIGNED;
  flow.short[network.arcFile[arc]!]! -= 1;
  flow.assigned[expert]! += 1;
  const next = firstUnit[expert]!;
  nextUnit[unit] = next;
  previousUnit[unit] = -1;
  if (next >= 0) previousUnit[next] = unit;
  firstUnit[expert] = unit;
  for (let group = network.arcGroup[arc]!; group >= 0; group = network.groupParent[group]!) {
    flow.groupFlow[group]! += 1;
    if (isGroupFull(flow, group)) setGroupArcs(flow, group);
  }
};

/** Removes the arc of a unit. */
export const unassign = (flow: Flow, unit: number) => {
  const { network, firstUnit, nextUnit, previousUnit } = flow;
  const arc = flow.unitArc[unit]!;
  const expert = network.arcExpert[arc]!;
  flow.unitArc[unit] = -1;
  flow.arcState[arc] = FREE;
  flow.short[network.arcFile[arc]!]! += 1;
  flow.assigned[expert]! -= 1;
  const next = nextUnit[unit]!;
  const previous = previousUnit[unit]!;
  if (next >= 0) previousUnit[next] = previous;
  if (previous >= 0) nextUnit[previous] = next;
  else firstUnit[expert] = next;
  for (let group = network.arcGroup[arc]!; group >= 0; group = network.groupParent[group]!) {
    const wasFull = isGroupFull(flow, group);
    flow.groupFlow[group]! -= 1;
    if (wasFull) setGroupArcs(flow, group);
  }
};

/** The unit of a project that holds an arc (-1: that is empty). */
export const unitOf = (flow: Flow, file: number, arc: number) => {
  const end = flow.unitStart[file + 1]!;
  for (let unit = flow.unitStart[file]!; unit < end; unit += 1) if (flow.unitArc[unit] === arc) return unit;
  throw new Error('the arc holds no unit of its file');
};
