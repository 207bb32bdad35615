import type { DrawResult, Roster, SolveInputs } from './record.ts';
import { computeDraw } from './run-draw.ts';

type Pair = { file: number; expert: number };

/**
 * Pairs of experts who entered the pool after the roster was frozen: the solver does not know them, so their places are
 * left out.
 */
export const unmatchedPairs = ({ experts }: Pick<Roster, 'experts'>, locks: readonly Pair[]): Pair[] => {
  const known = new Set(experts.map(({ id }) => Number(id)));
  return locks.filter(({ expert }) => !known.has(expert));
};

const NONE = { experts: [], files: [] };

/** The frozen roster with the differences applied. Rules and members stay the same. */
export const rosterAgain = (
  roster: Roster,
  { locks, conflicts, without = [], experts, moved = NONE }: SolveInputs,
): Roster => {
  const changed = new Map(experts.map((one) => [one.id, one]));
  const movedExperts = new Map(moved.experts.map((one) => [one.id, one]));
  const movedFiles = new Map(moved.files.map((one) => [one.id, one]));
  const unmatched = Map.groupBy(unmatchedPairs(roster, locks), ({ file }) => file);
  return {
    ...roster,
    files: roster.files.map((file) => {
      const held = unmatched.get(Number(file.id))?.length ?? 0;
      return { ...file, ...movedFiles.get(Number(file.id)), need: Math.max(0, file.need - held) };
    }),
    experts: roster.experts.map((expert) => {
      const { openLoad, isOut } = changed.get(Number(expert.id)) ?? {
        openLoad: expert.openLoad,
        isOut: false,
      };
      const isEnabled = expert.isEnabled && !isOut;
      return { ...expert, ...movedExperts.get(Number(expert.id)), openLoad, isEnabled };
    }),
    conflicts: [
      ...roster.conflicts,
      ...[...conflicts, ...without].map((pair) => ({ ...pair, severity: 'block' as const })),
    ],
    locks,
  };
};

/** Solves a draw again around the fixed pairs, with the same seed: reproducible from the record. */
export const computeAgain = (
  roster: Roster,
  seed: string,
  inputs: SolveInputs,
): { result: DrawResult } | { problem: string } => computeDraw(rosterAgain(roster, inputs), seed);
