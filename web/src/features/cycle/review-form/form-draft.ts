import {
  type FormDraft,
  FULL_POINTS,
  standardLevels,
  sumOfWeights,
} from '@zhiping/shared/rules/opinion/form.ts';

/** Edits of a review form. */

export type CriterionDraft = FormDraft['criteria'][number];
export type TextDraft = FormDraft['texts'][number];
type LevelDraft = CriterionDraft['levels'][number];

const KEY_LENGTH = 7;

/** Random, so that the key of a removed criterion is not reused with another meaning. */
export const newKey = (): string => {
  const digits = [...crypto.getRandomValues(new Uint8Array(KEY_LENGTH))].map((byte) =>
    (byte % 36).toString(36),
  );
  return `k${digits.join('')}`;
};

export const movedTo = <T>(rows: readonly T[], from: number, to: number): T[] =>
  rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!);

const LEVELS = standardLevels(FULL_POINTS);

const isWeight = (weight: number | null, least: number): weight is number =>
  weight !== null && Number.isInteger(weight) && weight >= least && weight <= FULL_POINTS;

/** The usual four levels, without points while there is no valid weight. */
export const usualLevels = (weight: number | null): LevelDraft[] =>
  isWeight(weight, 1) ? standardLevels(weight) : LEVELS.map(({ word }) => ({ word, points: null }));

/** Points of the usual four levels, whatever their words. Weights below 3 cannot give four different levels. */
const usualPoints = (weight: number | null): (number | null)[] =>
  isWeight(weight, LEVELS.length - 1)
    ? standardLevels(weight).map(({ points }) => points)
    : LEVELS.map(() => null);

/** Whether the levels are the usual ones, unchanged by the user. */
export const hasUsualLevels = ({ weight, levels }: CriterionDraft): boolean =>
  JSON.stringify(levels) === JSON.stringify(usualLevels(weight));

/**
 * Sets the weight. Usual points follow it, whatever their words, and stay while the weight is invalid; custom points
 * are never changed.
 */
export const withWeight = (criterion: CriterionDraft, weight: number | null): CriterionDraft => {
  const { levels } = criterion;
  if (!isWeight(weight, LEVELS.length - 1)) return { ...criterion, weight };
  const from = isWeight(criterion.weight, LEVELS.length - 1) ? criterion.weight : (levels[0]?.points ?? null);
  const [before, after] = [usualPoints(from), usualPoints(weight)];
  const follow = levels.length === before.length && levels.every(({ points }, at) => points === before[at]);
  return {
    ...criterion,
    weight,
    levels: follow ? levels.map(({ word }, at) => ({ word, points: after[at]! })) : levels,
  };
};

/** A further level, lower by as much as the last step. */
export const nextLevel = (levels: readonly LevelDraft[]): LevelDraft => {
  const [above, last] = [levels.at(-2)?.points ?? null, levels.at(-1)?.points ?? null];
  if (last === null || last === 0) return { word: '', points: null };
  const step = above !== null && above > last ? above - last : 1;
  return { word: '', points: Math.max(0, last - step) };
};

/** A new criterion with the remaining weight. */
export const newCriterion = ({ criteria }: FormDraft): CriterionDraft => {
  const left = FULL_POINTS - sumOfWeights(criteria);
  const weight = left > 0 ? left : null;
  return {
    key: newKey(),
    name: '',
    weight,
    rubric: '',
    basis: ['works'],
    required: true,
    levels: usualLevels(weight),
  };
};

export const newText = (): TextDraft => ({
  key: newKey(),
  name: '',
  hint: '',
  least: 0,
  most: 1000,
  required: false,
});

/** The name, or the number while there is no name. */
export const nameOf = (name: string, index: number): string => name.trim() || `第 ${index + 1} 项`;
