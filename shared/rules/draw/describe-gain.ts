import { isLoss, describeChange } from '../assignment/explain.ts';
import { createMeasure, lossAgainst } from '../assignment/measure-pairs.ts';
import type { Pair } from '../assignment/replace.ts';
import type { Selection } from '../assignment/selection.ts';
import { positionsOf } from '../assignment/exclusion.ts';
import type { Roster } from './record.ts';

type Named = { file: number; expert: number };

/**
 * Describes in words the gain of some pairs over others, in the points of the solver: match, rating, chance, and
 * evenness of the loads. The roster holds the present state. Projects and experts outside it count in neither.
 */
export const describeGain = (
  roster: Roster,
  seed: string,
  { before, after }: { before: readonly Named[]; after: readonly Named[] },
): { gain: string; isLoss: boolean } => {
  const selection: Selection = { ...roster, params: { ...roster.params, seed } };
  const { fileAt, expertAt } = positionsOf(selection);
  const at = (pairs: readonly Named[]) =>
    pairs.flatMap((pair): Pair[] => {
      const [file, expert] = [fileAt.get(pair.file), expertAt.get(pair.expert)];
      return file === undefined || expert === undefined ? [] : [{ file, expert }];
    });
  const measure = createMeasure(selection);
  const loss = lossAgainst(measure(at(before)), measure(at(after)));
  return { gain: describeChange(loss), isLoss: isLoss(loss) };
};
