import { buildGroups, findSplitGroup } from './groups.ts';
import { checkInstance, DEFAULT_LOAD, type Instance } from './instance.ts';
import { takeLocks } from './locks.ts';

/**
 * The flow network of an instance: project → (home →) (group →) expert → sink, and project → sink for an empty place.
 * An arc is a candidate pair; the arcs of a project stand together, the cheapest first, equal ones by expert. The units
 * that an expert sends to the sink cost more from one to the next (`slotCost`), so they need no arcs of their own. Home
 * is a group that may hold other groups.
 */
export type Network = {
  fileCount: number;
  expertCount: number;
  groupCount: number;
  /** Arcs of project f: fileStart[f] up to fileStart[f + 1]. */
  fileStart: Int32Array;
  arcFile: Int32Array;
  arcExpert: Int32Array;
  arcCost: Int32Array;
  /** The narrowest group of an arc, or -1. Only groups that could be overfull are kept. */
  arcGroup: Int32Array;
  /** Pairs that are not to be used. */
  arcForbidden: Uint8Array;
  groupFile: Int32Array;
  groupCapacity: Int32Array;
  /** The group that holds this one, or -1. */
  groupParent: Int32Array;
  /** Arcs of group g: groupArcs[groupStart[g]] up to groupArcs[groupStart[g + 1]]. */
  groupStart: Int32Array;
  groupArcs: Int32Array;
  need: Int32Array;
  places: Int32Array;
  openLoad: Int32Array;
  floor: Int32Array;
  load: { first: number; step: number };
  shortageCost: number;
  floorReward: number;
};

/** Positions 0..n-1 ordered by key, equal ones as they stood in `order`: one pass of a counting sort, O(n + keys). */
const countingSort = (keyOf: ArrayLike<number>, keyCount: number, order: Int32Array) => {
  const start = new Int32Array(keyCount + 1);
  for (let index = 0; index < order.length; index += 1) start[keyOf[order[index]!]! + 1]! += 1;
  for (let key = 0; key < keyCount; key += 1) start[key + 1]! += start[key]!;
  const sorted = new Int32Array(order.length);
  const next = start.slice();
  for (const item of order) sorted[next[keyOf[item]!]!++] = item;
  return { sorted, start };
};

const rangeOf = (values: ArrayLike<number>) => {
  let least = Infinity;
  let most = -Infinity;
  for (let index = 0; index < values.length; index += 1) {
    if (values[index]! < least) least = values[index]!;
    if (values[index]! > most) most = values[index]!;
  }
  return values.length === 0 ? { least: 0, most: 0 } : { least, most };
};

/** Rows of a project by cost; rows of equal cost stay in the order of their experts. */
const sortRows = (sorted: Int32Array, start: Int32Array, cost: ArrayLike<number>, least: number) => {
  for (let file = 0; file + 1 < start.length; file += 1) {
    const row = sorted.slice(start[file], start[file + 1]);
    const keys = new Float64Array(row.length);
    for (let index = 0; index < row.length; index += 1)
      keys[index] = (cost[row[index]!]! - least) * row.length + index;
    keys.sort();
    for (let index = 0; index < row.length; index += 1)
      sorted[start[file]! + index] = row[keys[index]! % row.length]!;
  }
};

/**
 * Costs that make the order of aims strict: first fewest empty places, then fewest experts below their floor, then
 * match and load. An improving cycle of the residual graph passes each expert at most once and changes at most one
 * empty place and one floor, so a floor need only outweigh all that one cycle can change, and an empty place twice
 * that.
 */
export const bigCosts = (
  instance: Pick<Instance, 'files' | 'experts' | 'load' | 'floorReward' | 'shortageCost'>,
  costs: { least: number; most: number },
) => {
  const { files, experts, load = DEFAULT_LOAD, floorReward, shortageCost } = instance;
  const mostLoad = experts.reduce((most, { openLoad = 0, places }) => Math.max(most, openLoad + places), 0);
  const dearestSlot = Math.abs(load.first) + load.step * mostLoad;
  const ofCycle =
    (costs.most - costs.least) * (Math.min(files.length, experts.length) + 1) +
    Math.max(Math.abs(costs.least), Math.abs(costs.most)) +
    2 * Math.abs(dearestSlot) +
    1;
  const floor = floorReward ?? ofCycle;
  return { floorReward: floor, shortageCost: shortageCost ?? 2 * floor + ofCycle };
};

/** The network of an instance, or what is wrong with it, in words. O(candidates · log of the longest row). */
export const buildNetwork = (instance: Instance): { network: Network } | { errors: string[] } => {
  const errors = checkInstance(instance);
  if (errors.length > 0) return { errors };
  const { files, experts, candidates, forbidden = [], load = DEFAULT_LOAD } = instance;
  const { file, expert, cost, group, isHome: homes } = candidates;
  const byExpert = countingSort(
    expert,
    experts.length,
    Int32Array.from({ length: file.length }, (_, row) => row),
  );
  const { sorted, start: fileStart } = countingSort(file, files.length, byExpert.sorted);
  for (let index = 1; index < sorted.length; index += 1) {
    const [a, b] = [sorted[index - 1]!, sorted[index]!];
    if (file[a] === file[b] && expert[a] === expert[b])
      return { errors: [`材料 ${file[a]} 与专家 ${expert[a]} 的候选对重复`] };
  }
  const costs = rangeOf(cost);
  sortRows(sorted, fileStart, cost, costs.least);

  // A loop is many times faster than Int32Array.from with a callback.
  const column = (values: ArrayLike<number>) => {
    const inOrder = new Int32Array(sorted.length);
    for (let index = 0; index < sorted.length; index += 1) inOrder[index] = values[sorted[index]!]!;
    return inOrder;
  };
  const arcFile = column(file);
  const arcExpert = column(expert);
  const arcForbidden = new Uint8Array(sorted.length);
  const refused = new Set(forbidden.map((pair) => pair.file * experts.length + pair.expert));
  if (refused.size > 0)
    for (let arc = 0; arc < arcFile.length; arc += 1)
      arcForbidden[arc] = Number(refused.has(arcFile[arc]! * experts.length + arcExpert[arc]!));
  const labels = group ? column(group) : new Int32Array(sorted.length).fill(-1);
  const isHome = homes ? column(homes) : new Int32Array(sorted.length);
  const { isLocked, leftInGroup, mostHome, ...sides } = takeLocks(instance);
  // A group of no capacity would count as full and hold nothing: its pairs are left out.
  if (homes || instance.locked)
    for (let arc = 0; arc < arcFile.length; arc += 1) {
      const at = arcFile[arc]!;
      const isOver =
        (isHome[arc] === 1 && mostHome[at] === 0) ||
        (labels[arc]! >= 0 && leftInGroup(at, labels[arc]!) === 0);
      if (isOver || isLocked(at, arcExpert[arc]!)) arcForbidden[arc] = 1;
    }
  const split = homes && findSplitGroup(fileStart, labels, isHome);
  if (split) return { errors: [split] };
  return {
    network: {
      fileCount: files.length,
      expertCount: experts.length,
      fileStart,
      arcFile,
      arcExpert,
      arcCost: column(cost),
      arcForbidden,
      ...buildGroups({ fileStart, arcForbidden, labels, isHome }, { mostHome, leftInGroup }),
      ...sides,
      load,
      ...bigCosts(instance, costs),
    },
  };
};
