import { runSelection, type SelectedPair } from '../assignment/run-selection.ts';
import type { Selection } from '../assignment/selection.ts';
import type { SubjectPath } from '../assignment/subject-distance.ts';
import { describeShortages } from '../assignment/describe-shortages.ts';
import type { DrawResult, Roster } from './record.ts';

/** Why vacancies remain, and in which projects. Derived from roster and seed, so it is not part of the record. */
export type Shortage = { words: string; files: number[]; missing: number };

/**
 * Computes a draw from the frozen roster and the seed of both numbers: pairs, reserves and shortages. The same roster
 * and seed give the same result on every machine, so that it can be verified. Returns the problems of a
 * roster in Chinese.
 */
export const computeDraw = (
  roster: Roster,
  seed: string,
  tell?: (done: number) => void,
):
  | { result: DrawResult; shortages: (nameOf?: (path: SubjectPath) => string) => Shortage[] }
  | { problem: string } => {
  const selection: Selection = { ...roster, params: { ...roster.params, seed } };
  const run = runSelection(selection, tell);
  if ('errors' in run) return { problem: run.errors.join('；') };
  const { pairs, reserves, shortages, missing, solved } = run.result;
  const fileOf = ({ file }: { file: number }) => Number(selection.files[file]!.id);
  const expertOf = ({ expert }: SelectedPair) => Number(selection.experts[expert]!.id);
  return {
    result: {
      form: 1,
      pairs: pairs.map((pair) => ({ file: fileOf(pair), expert: expertOf(pair), parts: pair.parts })),
      reserves: reserves
        .filter(([first]) => first !== undefined)
        .map((next) => ({ file: fileOf(next[0]!), experts: next.map(expertOf) })),
      short: shortages.map((one) => ({ file: fileOf(one), missing: one.missing })),
      unfilled: missing,
    },
    shortages: (nameOf) =>
      missing === 0
        ? []
        : describeShortages(selection, solved, nameOf).map((one) => ({
            ...one,
            files: one.files.map((file) => fileOf({ file })),
          })),
  };
};
