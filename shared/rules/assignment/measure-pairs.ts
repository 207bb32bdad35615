import type { Loss } from './explain.ts';
import { createPairRows } from './pair-rows.ts';
import type { Pair } from './replace.ts';
import type { Selection } from './selection.ts';

/**
 * The total score of pairs, however they were found, so that any two results of one selection can be compared in
 * points. Locked pairs are included. Lower is better. O(pairs + files + experts).
 */
export const createMeasure = (selection: Selection): ((pairs: readonly Pair[]) => Loss) => {
  const { files, experts, params } = selection;
  const rows = createPairRows(selection);
  return (pairs) => {
    const filled = new Int32Array(files.length);
    const counts = new Int32Array(experts.length);
    let points = 0;
    for (const { file, expert } of pairs) {
      const load = experts[expert]!.openLoad + counts[expert]!;
      points += rows.costOf(file, expert) + params.load.first + params.load.step * load;
      filled[file]! += 1;
      counts[expert]! += 1;
    }
    const sumOf = <T>(all: readonly T[], lacking: (one: T, at: number) => number) =>
      all.reduce((sum, one, at) => sum + Math.max(0, lacking(one, at)), 0);
    return {
      emptyPlaces: sumOf(files, ({ need }, at) => need - filled[at]!),
      belowFloor: params.hasFloors
        ? sumOf(experts, ({ floor, openLoad }, at) => floor - openLoad - counts[at]!)
        : 0,
      points,
    };
  };
};

/** The loss of one result against another. */
export const lossAgainst = (before: Loss, after: Loss): Loss => ({
  emptyPlaces: after.emptyPlaces - before.emptyPlaces,
  belowFloor: after.belowFloor - before.belowFloor,
  points: after.points - before.points,
});
