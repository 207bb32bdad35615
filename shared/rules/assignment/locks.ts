import type { Instance } from './instance.ts';

/** Capacities left after the locked pairs. Group -1 means no group. */
export const takeLocks = ({ files, experts, locked = [], groupCapacity = 1 }: Instance) => {
  const need = Int32Array.from(files, (file) => file.need);
  const mostHome = Float64Array.from(files, (file) => file.mostHome ?? Infinity);
  const places = Int32Array.from(experts, (expert) => expert.places);
  const openLoad = Int32Array.from(experts, (expert) => expert.openLoad ?? 0);
  const floor = Int32Array.from(experts, (expert) => expert.floor ?? 0);
  const pairs = new Set<number>();
  const inGroups = new Map<number, Map<number, number>>();
  for (const { file, expert, group = -1, isHome = 0 } of locked) {
    pairs.add(file * experts.length + expert);
    need[file]! -= 1;
    mostHome[file] = Math.max(0, mostHome[file]! - isHome);
    places[expert]! -= 1;
    openLoad[expert]! += 1;
    floor[expert] = Math.max(0, floor[expert]! - 1);
    const ofFile = inGroups.get(file) ?? new Map<number, number>();
    if (group >= 0) inGroups.set(file, ofFile.set(group, (ofFile.get(group) ?? 0) + 1));
  }
  return {
    need,
    places,
    openLoad,
    floor,
    mostHome,
    isLocked: (file: number, expert: number) => pairs.has(file * experts.length + expert),
    /** How many more of a group a project may get. */
    leftInGroup: (file: number, group: number) =>
      Math.max(0, groupCapacity - (inGroups.get(file)?.get(group) ?? 0)),
  };
};
