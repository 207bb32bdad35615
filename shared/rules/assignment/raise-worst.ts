import { createPairRows } from './pair-rows.ts';
import type { Selection } from './selection.ts';
import { resultOf } from './solve.ts';
import { type SolvedSelection, solveSelection } from './solve-selection.ts';

/** The selection that was solved, with its solution. */
export type Solving = { selection: Selection; solved: SolvedSelection };

/**
 * The highest match that every pair can have while no more places stay empty, and the best assignment with it: what is
 * worst comes first (as in PeerReview4All: Stelmakh, Shah and Singh, 2018, by thresholds). The shortage never falls as
 * the threshold rises, so a binary search over the values that matches have finds it: some five solutions.
 */
export const raiseWorst = (selection: Selection): { leastMatch: number; solved: SolvedSelection } => {
  const withLeast = (leastMatch: number) =>
    solveSelection({ ...selection, params: { ...selection.params, leastMatch } });
  const own = selection.params.leastMatch;
  const values = new Set<number>();
  const rows = createPairRows(selection);
  for (const file of selection.files.keys()) {
    const { length, match } = rows.fill(file);
    for (let at = 0; at < length; at += 1) values.add(match[at]!);
  }
  const thresholds = [...values].sort((a, b) => a - b).map((match) => match / 100);
  let best = { leastMatch: own, solved: solveSelection(selection) };
  const { shortage } = resultOf(best.solved.solution);
  let [low, high] = [0, thresholds.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const solved = withLeast(thresholds[middle]!);
    if (resultOf(solved.solution).shortage > shortage) high = middle - 1;
    else {
      best = { leastMatch: thresholds[middle]!, solved };
      low = middle + 1;
    }
  }
  return best;
};

/**
 * The best assignment under the parameters. If the worst match was raised, the selection contains the threshold: pairs
 * below it are not allowed.
 */
export const solveAsAsked = (selection: Selection): Solving => {
  if (!selection.params.isWorstRaised) return { selection, solved: solveSelection(selection) };
  const { leastMatch, solved } = raiseWorst(selection);
  return { selection: { ...selection, params: { ...selection.params, leastMatch } }, solved };
};
