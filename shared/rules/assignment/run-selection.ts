import type { PairParts } from './pair-parts.ts';
import { checkSelection } from './check-selection.ts';
import { drawSelection } from './draw-selection.ts';
import { withHeld } from './held.ts';
import type { Selection, SelectionMode } from './selection.ts';
import { resultOf } from './solve.ts';
import { solveAsAsked } from './raise-worst.ts';
import type { SolvedSelection } from './solve-selection.ts';
import { OUTSIDE } from './subject-distance.ts';
import { createReach, reachSettingsOf } from './subject-reach.ts';
import { indexConflicts, positionsOf } from './exclusion.ts';

/** A project and an expert by position. */
export type SelectedPair = { file: number; expert: number; parts: PairParts; isLocked: boolean };

export type SelectionResult = {
  mode: SelectionMode;
  /** By project, the best or first drawn first. */
  pairs: SelectedPair[];
  /** `draw`: who is next for each project, in order. Empty for the other modes. */
  reserves: SelectedPair[][];
  /** Projects that get fewer experts than they need. */
  shortages: { file: number; missing: number }[];
  /** The sums over all pairs, in 1/100 point; of load as it is after the assignment. */
  score: number;
  loadCost: number;
  missing: number;
  /** The solved selection, for explanations and proof; null for a draw by lot. */
  solved: SolvedSelection | null;
};

type Part = { file: number; expert: number; match: number; ring: number; warning: number; noise: number };

const createParts = ({ experts, params }: Selection) => {
  const { load, ratingPoints } = params;
  return ({ file, expert, match, ring, warning, noise }: Part): SelectedPair => {
    const rating = Math.round(ratingPoints * 100 * (experts[expert]!.rating - 3));
    const first = load.first + load.step * experts[expert]!.openLoad;
    const total = match + rating + noise - warning - first;
    return {
      file,
      expert,
      parts: { match, ring, rating, warning, noise, load: first, total },
      isLocked: false,
    };
  };
};

/** Load costs of all new projects of the experts, beside their open ones. */
const loadCostOf = ({ experts, params: { load } }: Selection, pairs: readonly SelectedPair[]) => {
  const loads = experts.map(({ openLoad }) => openLoad);
  let cost = 0;
  for (const { expert } of pairs) {
    cost += load.first + load.step * loads[expert]!;
    loads[expert]! += 1;
  }
  return cost;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The pairs of a solved selection with their parts. */
export const pairsOf = (selection: Selection, { candidates, solution }: SolvedSelection): SelectedPair[] => {
  const partsOf = createParts(selection);
  const { experts } = selection;
  const { match, ring, warning, noise, instance } = candidates;
  const { file, expert } = instance.candidates;
  const { arcFile, arcExpert } = solution.flow.network;
  const rowOf = new Map<number, number>();
  const isTaken = new Set(
    Array.from(resultOf(solution).arcs, (arc) => arcFile[arc]! * experts.length + arcExpert[arc]!),
  );
  for (let row = 0; row < file.length; row += 1) {
    const pair = file[row]! * experts.length + expert[row]!;
    if (isTaken.has(pair)) rowOf.set(pair, row);
  }
  return Array.from(resultOf(solution).arcs, (arc) => {
    const row = rowOf.get(arcFile[arc]! * experts.length + arcExpert[arc]!)!;
    return partsOf({
      file: arcFile[arc]!,
      expert: arcExpert[arc]!,
      match: match[row]!,
      ring: ring[row]!,
      warning: warning[row]!,
      noise: noise[row]!,
    });
  });
};

/** The locked pairs, without noise. An expert outside all rings of the project has no match. */
const pairsOfLocks = (selection: Selection): SelectedPair[] => {
  const { files, experts, params } = selection;
  const { locks } = positionsOf(selection);
  const { warnings } = indexConflicts(selection);
  const reachOf = createReach(experts, reachSettingsOf(params, experts));
  const partsOf = createParts(selection);
  return locks.map(({ file, expert }) => {
    const reach = reachOf(files[file]!.subjects);
    const at = reach.experts.indexOf(expert);
    const [match, ring] = [reach.match[at] ?? 0, reach.ring[at] ?? OUTSIDE];
    const warning = warnings.has(file * experts.length + expert) ? Math.round(params.warningPoints * 100) : 0;
    return { ...partsOf({ file, expert, match, ring, warning, noise: 0 }), isLocked: true };
  });
};

/** Steps of a run: reading, candidates, solving, assembling the result. */
export const RUN_STEPS = 4;

/**
 * Runs a selection in its mode; returns its problems in Chinese if it cannot be run. The same selection gives the same
 * result on every machine. `report` is called with the number of finished steps.
 */
export const runSelection = (
  given: Selection,
  report: (done: number) => void = () => {},
): { result: SelectionResult } | { errors: string[] } => {
  const selection = withHeld(given);
  const errors = checkSelection(selection);
  if (errors.length > 0) return { errors };
  report(1);
  const { files, params } = given;
  const partsOf = createParts(given);
  const lockedPairs = pairsOfLocks(given);
  const isDraw = params.mode === 'draw';
  report(2);
  const solved = isDraw ? null : solveAsAsked(selection).solved;
  const drawn = isDraw ? drawSelection(selection) : [];
  report(3);
  const noiseless = (pair: Omit<Part, 'noise'>) => partsOf({ ...pair, noise: 0 });
  const found = solved ? pairsOf(given, solved) : drawn.flatMap(({ chosen }) => chosen.map(noiseless));
  const pairs = [...lockedPairs, ...found].sort((a, b) => a.file - b.file);
  const got = files.map(() => 0);
  for (const { file } of pairs) got[file]! += 1;
  const shortages = files
    .map(({ need }, file) => ({ file, missing: need - got[file]! }))
    .filter(({ missing }) => missing > 0);
  return {
    result: {
      mode: params.mode,
      pairs,
      reserves: drawn.map(({ reserves }) => reserves.map(noiseless)),
      shortages,
      score: sum(pairs.map(({ parts }) => parts.total + parts.load)),
      loadCost: loadCostOf(given, pairs),
      missing: sum(shortages.map(({ missing }) => missing)),
      solved,
    },
  };
};
