import { deviationFromOthers, rounded } from '../opinion/figures.ts';

/** Figures from the opinions of experts (评审特点), for the office alone. */

/** Below so many opinions figures say little about a person (decision 0054 has the reckoning). */
export const FEW_OPINIONS = 10;

/** So many standard errors from zero is no chance: the bound of 95 in 100 for ten opinions, a little strict for more. */
const SURE_ERRORS = 2.26;

/** Tendency of an expert, if there are enough opinions. */
export const leanings = { few: '样本太少', even: '无明显偏向', mild: '偏宽', severe: '偏严' } as const;
export type Leaning = keyof typeof leanings;

/** One submitted opinion. */
export type OpinionFact = {
  expert: number;
  file: number;
  total: number | null;
  isNegative: boolean;
  /** Result of the project; null while its round is open. */
  outcome: 'pass' | 'fail' | null;
  /** Days from the release to the submission. */
  days: number | null;
  /** Minutes for which it was open. */
  minutes: number | null;
};

export type ExpertFigures = {
  opinions: number;
  /**
   * Mean difference in points of the expert's totals to those of the others on the same projects: above (宽) or below
   * (严).
   */
  severity: number | null;
  /** Tendency by severity; null without it. */
  leaning: Leaning | null;
  /** Number of opinions behind severity: those on projects that others have scored as well. */
  compared: number;
  /** Share of the expert's conclusions, in percent, that equal the result of the project. */
  agreement: number | null;
  /** Number of opinions behind agreement: those on projects with a result. */
  judged: number;
  days: number | null;
  minutes: number | null;
};

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;

/** The middle one: a single file that lay for weeks does not count for more than the others. */
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2;
};

const given = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const shown = (value: number | null) => (value === null ? null : rounded(value));

/** Opinions differ from file to file by more than most people lean, so a mean alone says nothing: it must stand out of its own spread. */
const leaningOf = (deviations: readonly number[]): Leaning | null => {
  const lean = mean(deviations);
  if (lean === null) return null;
  const count = deviations.length;
  if (count < FEW_OPINIONS) return 'few';
  const variance = deviations.reduce((sum, one) => sum + (one - lean) ** 2, 0) / (count - 1);
  if (Math.abs(lean) <= SURE_ERRORS * Math.sqrt(variance / count)) return 'even';
  return lean > 0 ? 'mild' : 'severe';
};

const isRight = ({ isNegative, outcome }: OpinionFact) => isNegative === (outcome === 'fail');

const figuresOf = (own: readonly { fact: OpinionFact; deviation: number | null }[]): ExpertFigures => {
  const deviations = given(own.map(({ deviation }) => deviation));
  const judged = own.filter(({ fact }) => fact.outcome !== null);
  const right = judged.filter(({ fact }) => isRight(fact)).length;
  return {
    opinions: own.length,
    severity: shown(mean(deviations)),
    leaning: leaningOf(deviations),
    compared: deviations.length,
    agreement: judged.length === 0 ? null : rounded((right / judged.length) * 100),
    judged: judged.length,
    days: shown(median(given(own.map(({ fact }) => fact.days)))),
    minutes: shown(median(given(own.map(({ fact }) => fact.minutes)))),
  };
};

/**
 * Figures of all experts with opinions. Severity compares an expert with the others on each project and takes the mean
 * over their projects, so that experts with better projects do not seem mild. Times are medians.
 */
export const expertFigures = (facts: readonly OpinionFact[]): Map<number, ExpertFigures> => {
  const own = new Map<number, { fact: OpinionFact; deviation: number | null }[]>();
  for (const ofFile of Map.groupBy(facts, ({ file }) => file).values()) {
    const totals = ofFile.map(({ total }) => total);
    for (const [at, fact] of ofFile.entries()) {
      const one = { fact, deviation: deviationFromOthers(totals, at) };
      const known = own.get(fact.expert);
      if (known) known.push(one);
      else own.set(fact.expert, [one]);
    }
  }
  return new Map([...own].map(([expert, ones]) => [expert, figuresOf(ones)]));
};
