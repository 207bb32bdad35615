import type { takeLocks } from './locks.ts';

/** Arcs by their label, the unlabelled left out; in the order in which labels come. */
const byLabel = (arcs: readonly number[], labels: Int32Array) => {
  const members = new Map<number, number[]>();
  for (const arc of arcs) {
    if (labels[arc]! < 0) continue;
    const known = members.get(labels[arc]!);
    if (known) known.push(arc);
    else members.set(labels[arc]!, [arc]);
  }
  return members;
};

/** Groups that hold more usable arcs than their capacity; the others can never be overfull and get no node. */
export const buildGroups = (
  arcs: { fileStart: Int32Array; arcForbidden: Uint8Array; labels: Int32Array; isHome: Int32Array },
  { mostHome, leftInGroup }: Pick<ReturnType<typeof takeLocks>, 'mostHome' | 'leftInGroup'>,
) => {
  const { fileStart, arcForbidden, labels, isHome } = arcs;
  const arcGroup = new Int32Array(labels.length).fill(-1);
  const groups = { file: [] as number[], capacity: [] as number[], parent: [] as number[] };
  const groupStart = [0];
  const groupArcs: number[] = [];
  const add = (file: number, most: number, parent: number, members: readonly number[]) => {
    if (members.length <= most) return -1;
    const group = groups.file.push(file) - 1;
    groups.capacity.push(most);
    groups.parent.push(parent);
    for (const arc of members) {
      arcGroup[arc] = group;
      groupArcs.push(arc);
    }
    groupStart.push(groupArcs.length);
    return group;
  };
  for (let file = 0; file < mostHome.length; file += 1) {
    const own: number[] = [];
    for (let arc = fileStart[file]!; arc < fileStart[file + 1]!; arc += 1)
      if (arcForbidden[arc] === 0) own.push(arc);
    const atHome = own.filter((arc) => isHome[arc] === 1);
    const home = add(file, mostHome[file]!, -1, atHome);
    for (const [label, group] of byLabel(own, labels))
      add(file, leftInGroup(file, label), isHome[group[0]!] === 1 ? home : -1, group);
  }
  return {
    arcGroup,
    groupCount: groups.file.length,
    groupFile: Int32Array.from(groups.file),
    groupParent: Int32Array.from(groups.parent),
    groupCapacity: Int32Array.from(groups.capacity),
    groupStart: Int32Array.from(groupStart),
    groupArcs: Int32Array.from(groupArcs),
  };
};

/**
 * Finds a group that is from home only in part. The limits of a project would cross, so no network could express
 * them.
 */
export const describeSplitGroup = (fileStart: Int32Array, labels: Int32Array, isHome: Int32Array) => {
  for (let file = 0; file + 1 < fileStart.length; file += 1) {
    const homeOf = new Map<number, number>();
    for (let arc = fileStart[file]!; arc < fileStart[file + 1]!; arc += 1) {
      if (labels[arc]! < 0) continue;
      const known = homeOf.get(labels[arc]!) ?? isHome[arc]!;
      if (known !== isHome[arc]) return `材料 ${file} 的第 ${labels[arc]} 组只有一部分属于本省`;
      homeOf.set(labels[arc]!, known);
    }
  }
  return null;
};
