import type { DrawResult, Roster, SolveInputs } from './draw-record.ts';
import { computeDraw } from './run-draw.ts';

type Pair = { file: number; expert: number };

/** Pairs of somebody who came into the pool after the roster was frozen: nobody can solve with him, so his place is left out. */
export const strangersOf = ({ experts }: Pick<Roster, 'experts'>, locks: readonly Pair[]): Pair[] => {
  const known = new Set(experts.map(({ id }) => Number(id)));
  return locks.filter(({ expert }) => !known.has(expert));
};

/** The frozen roster with what differs from it. Nothing else of it changes, neither rules nor who is in it. */
export const rosterAgain = (
  roster: Roster,
  { locks, conflicts, without = [], experts }: SolveInputs,
): Roster => {
  const changed = new Map(experts.map((one) => [one.id, one]));
  const strangers = Map.groupBy(strangersOf(roster, locks), ({ file }) => file);
  return {
    ...roster,
    files: roster.files.map((file) => {
      const held = strangers.get(Number(file.id))?.length ?? 0;
      return held === 0 ? file : { ...file, need: Math.max(0, file.need - held) };
    }),
    experts: roster.experts.map((expert) => {
      const now = changed.get(Number(expert.id));
      return now ? { ...expert, openLoad: now.openLoad, isEnabled: expert.isEnabled && !now.isOut } : expert;
    }),
    conflicts: [
      ...roster.conflicts,
      ...[...conflicts, ...without].map((pair) => ({ ...pair, severity: 'block' as const })),
    ],
    locks,
  };
};

/** Solve a draw again around the pairs that stand, with the same seed: whoever has the record comes to the same. */
export const computeAgain = (
  roster: Roster,
  seed: string,
  inputs: SolveInputs,
): { result: DrawResult } | { problem: string } => computeDraw(rosterAgain(roster, inputs), seed);
