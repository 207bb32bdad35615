import { deviationFromOthers, rounded } from '../opinion/figures.ts';

/** What the opinions of experts say about the experts (评审特点), for the office alone. */

/** Below so many opinions figures say little about a person (decision 0054 has the reckoning). */
export const FEW_OPINIONS = 10;

/** So many standard errors from zero is no chance: the bound of 95 in 100 for ten opinions, a little strict for more. */
const SURE_ERRORS = 2.26;

/** Which way somebody leans, where his opinions are enough to tell. */
export const leanings = { few: '样本太少', even: '无明显偏向', mild: '偏宽', severe: '偏严' } as const;
export type Leaning = keyof typeof leanings;

/** One opinion that was handed in. */
export type OpinionFact = {
  expert: number;
  file: number;
  total: number | null;
  isNegative: boolean;
  /** What the file came to; null while its round is not closed. */
  outcome: 'pass' | 'fail' | null;
  /** From the day it was sent to him until he handed in. */
  days: number | null;
  /** How long he had it open. */
  minutes: number | null;
};

export type ExpertFigures = {
  opinions: number;
  /** By how many points his totals lie above (宽) or below (严) the mean of the others on the same files. */
  severity: number | null;
  /** What severity says of him; null where there is none. */
  leaning: Leaning | null;
  /** How many of his opinions severity is made of: those that others gave points beside. */
  compared: number;
  /** The share of his conclusions, in percent, that were also the result of the file. */
  agreement: number | null;
  /** How many of his opinions agreement is made of: those on files that have a result. */
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
 * The figures of every expert of whom there are opinions. Severity compares him with the others on each file and takes the mean over his
 * files, so that whoever got better files than others does not look mild. Times are medians.
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
