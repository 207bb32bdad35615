import {
  type FormDraft,
  FULL_POINTS,
  standardLevels,
  sumOfWeights,
} from '@zhiping/shared/rules/review-form.ts';

/** What the editor of a review form does to it. */

export type CriterionDraft = FormDraft['criteria'][number];
export type TextDraft = FormDraft['texts'][number];
type LevelDraft = CriterionDraft['levels'][number];

const KEY_LENGTH = 7;

/** At random: a criterion that was removed does not come back with another meaning. */
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

/** The usual four levels, without points as long as there is no weight to take them from. */
export const usualLevels = (weight: number | null): LevelDraft[] =>
  isWeight(weight, 1) ? standardLevels(weight) : LEVELS.map(({ word }) => ({ word, points: null }));

/** Of four levels, whatever their words. Fewer points than three do not fall four times. */
const usualPoints = (weight: number | null): (number | null)[] =>
  isWeight(weight, LEVELS.length - 1)
    ? standardLevels(weight).map(({ points }) => points)
    : LEVELS.map(() => null);

/** Whether nobody has written levels of his own. */
export const hasUsualLevels = ({ weight, levels }: CriterionDraft): boolean =>
  JSON.stringify(levels) === JSON.stringify(usualLevels(weight));

/** Usual points go with the weight, under whatever words, and wait while it is no weight; others are left alone. */
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

/** Further down by as much as the last step. */
export const nextLevel = (levels: readonly LevelDraft[]): LevelDraft => {
  const [above, last] = [levels.at(-2)?.points ?? null, levels.at(-1)?.points ?? null];
  if (last === null || last === 0) return { word: '', points: null };
  const step = above !== null && above > last ? above - last : 1;
  return { word: '', points: Math.max(0, last - step) };
};

/** It begins with the weight that is left. */
export const newCriterion = ({ criteria }: FormDraft): CriterionDraft => {
  const left = FULL_POINTS - sumOfWeights(criteria);
  const weight = left > 0 ? left : null;
  return { key: newKey(), name: '', weight, rubric: '', required: true, levels: usualLevels(weight) };
};

export const newText = (): TextDraft => ({
  key: newKey(),
  name: '',
  hint: '',
  least: 0,
  most: 1000,
  required: false,
});

/** By its name, or its number as long as it has none. */
export const nameOf = (name: string, index: number): string => name.trim() || `第 ${index + 1} 项`;
