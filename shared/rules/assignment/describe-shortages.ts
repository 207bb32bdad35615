import { describeBottleneck } from './explain.ts';
import { withHeld } from './held.ts';
import type { Selection } from './selection.ts';
import { findBottlenecks } from './shortage.ts';
import { type SolvedSelection, solveSelection } from './solve-selection.ts';
import type { SubjectPath } from './subject-distance.ts';

/** Text on why places stay empty, and the projects concerned, by position. */
export type ShortageText = { words: string; files: number[]; missing: number };

/**
 * Why no assignment fills all places of a selection, with the numbers that prove it (shortage.ts). `known` is its
 * optimum where that was found without raising the worst match; a lottery has none, and further empty places result
 * from chance, not from the pool.
 */
export const describeShortages = (
  given: Selection,
  known: SolvedSelection | null,
  nameOf?: (path: SubjectPath) => string,
): ShortageText[] => {
  const selection = withHeld(given);
  const { solution } = known && !selection.params.isWorstRaised ? known : solveSelection(selection);
  return findBottlenecks(solution.flow).map((one) => ({
    words: describeBottleneck(selection, one, solution.flow.network.places, nameOf),
    files: one.files,
    missing: one.shortage,
  }));
};
