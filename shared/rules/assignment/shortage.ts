import { ASSIGNED, type Flow, isGroupFull } from './flow.ts';

/**
 * Why places stay empty: projects that need more than all there is for them. `demand` of these projects, minus the
 * `places` of their experts, minus the `outside` pairs that they have beyond these experts (a group counts at most its
 * capacity), is `shortage`, exactly; no assignment can leave fewer places of these projects empty (max-flow min-cut,
 * Ford and Fulkerson, 1956).
 */
export type Bottleneck = {
  files: number[];
  experts: number[];
  demand: number;
  places: number;
  outside: number;
  shortage: number;
};

const isShort = ({ network, unitStart, short }: Flow, file: number) =>
  network.need[file]! > unitStart[file + 1]! - unitStart[file]! || short[file]! > 0;

/** Projects and experts that an empty place could reach by moving others, without a place at the end. O(arcs). */
const reachFromShort = (flow: Flow) => {
  const { network, arcState, unitArc } = flow;
  const { arcExpert, arcFile, arcGroup, fileStart, groupParent } = network;
  const hasFile = new Uint8Array(network.fileCount);
  const hasExpert = new Uint8Array(network.expertCount);
  const hasGroup = new Uint8Array(network.groupCount);
  const files: number[] = [];
  const experts: number[] = [];
  const addFile = (file: number) => {
    if (hasFile[file] === 1) return;
    hasFile[file] = 1;
    files.push(file);
  };
  const addExpert = (expert: number) => {
    if (hasExpert[expert] === 1) return;
    hasExpert[expert] = 1;
    experts.push(expert);
  };
  /** Arcs without a full group before them, from their project or from a reached group. */
  const isOpen = (arc: number, from: number) => {
    for (let group = arcGroup[arc]!; group >= 0 && group !== from; group = groupParent[group]!)
      if (isGroupFull(flow, group)) return false;
    return true;
  };
  const addArc = (arc: number, from: number) => {
    if (arcState[arc] !== ASSIGNED && network.arcForbidden[arc] === 0 && isOpen(arc, from))
      addExpert(arcExpert[arc]!);
  };
  const addGroup = (group: number) => {
    if (hasGroup[group] === 1) return;
    hasGroup[group] = 1;
    const end = network.groupStart[group + 1]!;
    for (let at = network.groupStart[group]!; at < end; at += 1) addArc(network.groupArcs[at]!, group);
  };
  /**
   * Where a pair that is given up comes from: its groups, the narrowest first, and its project. A unit in a full group
   * frees its place.
   */
  const addTails = (arc: number) => {
    for (let group = arcGroup[arc]!; group >= 0; group = groupParent[group]!) addGroup(group);
    addFile(arcFile[arc]!);
  };
  for (let file = 0; file < network.fileCount; file += 1) if (isShort(flow, file)) addFile(file);
  while (files.length > 0 || experts.length > 0) {
    const file = files.pop();
    if (file !== undefined)
      for (let arc = fileStart[file]!; arc < fileStart[file + 1]!; arc += 1) addArc(arc, -1);
    const expert = experts.pop();
    if (expert === undefined) continue;
    for (let unit = flow.firstUnit[expert]!; unit >= 0; unit = flow.nextUnit[unit]!) addTails(unitArc[unit]!);
  }
  return { hasFile, hasExpert };
};

/** The representative of a set of a forest, with paths shortened (Tarjan, 1975). */
const rootOf = (parent: Int32Array, node: number) => {
  let at = node;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
};

/**
 * The bottlenecks of a solution: projects and experts that have no usable pair in common stand apart. Those with more
 * than enough are left out. O(arcs).
 */
export const findBottlenecks = (flow: Flow): Bottleneck[] => {
  const { network, arcState } = flow;
  const { hasFile, hasExpert } = reachFromShort(flow);
  const parent = Int32Array.from({ length: network.expertCount + network.fileCount }, (_, node) => node);
  const outside = new Int32Array(network.fileCount);
  for (let arc = 0; arc < network.arcExpert.length; arc += 1) {
    const [file, expert] = [network.arcFile[arc]!, network.arcExpert[arc]!];
    if (hasFile[file] === 0 || network.arcForbidden[arc] === 1) continue;
    if (hasExpert[expert] === 1) parent[rootOf(parent, expert)] = rootOf(parent, network.expertCount + file);
    else if (arcState[arc] === ASSIGNED) outside[file]! += 1;
  }
  const found = new Map<number, Bottleneck>();
  for (let file = 0; file < network.fileCount; file += 1) {
    if (hasFile[file] === 0) continue;
    const root = rootOf(parent, network.expertCount + file);
    const one = found.get(root) ?? { files: [], experts: [], demand: 0, places: 0, outside: 0, shortage: 0 };
    one.files.push(file);
    one.demand += network.need[file]!;
    one.outside += outside[file]!;
    found.set(root, one);
  }
  for (let expert = 0; expert < network.expertCount; expert += 1) {
    if (hasExpert[expert] === 0) continue;
    const one = found.get(rootOf(parent, expert))!;
    one.experts.push(expert);
    one.places += network.places[expert]!;
  }
  for (const one of found.values()) one.shortage = one.demand - one.places - one.outside;
  return [...found.values()].sort((a, b) => b.shortage - a.shortage || a.files[0]! - b.files[0]!);
};
