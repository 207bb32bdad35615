import type { TieFacts } from '../review-rule/facts.ts';
import type { ApplicantFacts, ExpertFacts, Stay } from './facts.ts';

/** Today, and the day since which units that are left count as present ones: the publication of the cycle. */
export type Days = { today: string; since: string };

/** Whether a stay continues, as far as is known. A unit left during a cycle counts in it as a present one. */
const goesOn = ({ to, leftOn }: Stay, { today, since }: Days) =>
  to === null || to >= today.slice(0, 7) || (leftOn !== undefined && leftOn >= since);

/**
 * The last day of a month, or none if a stay continues. Every month is given 31 days: the text only serves as a limit.
 */
const lastDayOf = ({ to }: Stay) => `${to}-31`;

const yearOf = (month: string | null) => month?.slice(0, 4);

/** Period of a stay, as far as it is known: 「 2019 年至 2024 年在」. */
const wasAt = ({ from, to }: Stay) => {
  const [first, last] = [yearOf(from), yearOf(to)];
  if (last) return first && first !== last ? ` ${first} 年至 ${last} 年在` : ` ${last} 年以前在`;
  return first ? ` ${first} 年起在` : '现在';
};

const at = ({ department }: Stay) => (department ? `（${department}）` : '');

type AtUnit<F> = readonly [facts: F, stay: Stay];

const together = ([expert, stay]: AtUnit<ExpertFacts>, [applicant, applicantStay]: AtUnit<ApplicantFacts>) =>
  stay.leftOn === undefined
    ? `专家${expert.name}${at(stay)}与申报人${applicant.name}${at(applicantStay)}现同在${stay.name}`
    : `专家${expert.name}到 ${stay.leftOn} 仍登记在${stay.name}，申报人${applicant.name}${at(applicantStay)}现在该单位`;

type Found = { kind: 'sameUnit' | 'formerUnit'; source: 'register' | 'history'; facts: TieFacts };

const sameUnit = (
  [expert, expertStay]: AtUnit<ExpertFacts>,
  [applicant, applicantStay]: AtUnit<ApplicantFacts>,
  { today }: Days,
): Found => ({
  kind: 'sameUnit',
  // A stay without months is the current unit of the registers.
  source:
    expertStay.from === null && expertStay.to === null && applicantStay.from === null
      ? 'register'
      : 'history',
  facts: {
    is: together([expert, expertStay], [applicant, applicantStay]),
    lastDay: null,
    today,
    certainty: 'person',
  },
});

const formerUnit = (
  [expert, expertStay]: AtUnit<ExpertFacts>,
  [applicant, applicantStay]: AtUnit<ApplicantFacts>,
  days: Days,
): Found => {
  const ends = [expertStay, applicantStay].filter((stay) => !goesOn(stay, days)).map(lastDayOf);
  return {
    kind: 'formerUnit',
    source: 'history',
    facts: {
      is: `专家${expert.name}${wasAt(expertStay)}${expertStay.name}，申报人${applicant.name}${wasAt(applicantStay)}该单位`,
      lastDay: ends.toSorted()[0]!,
      today: days.today,
      certainty: 'person',
    },
  };
};

/** The stay that continues, otherwise the one that ended last. */
const latest = (stays: readonly Stay[]) =>
  stays.reduce((last, stay) => (last.to === null || (stay.to !== null && stay.to <= last.to) ? last : stay));

/** Ties of an expert and an applicant who are, or were, at one unit: one for each common unit. */
export const unitTies = (expert: ExpertFacts, applicant: ApplicantFacts, days: Days): Found[] => {
  const found: Found[] = [];
  // Plain loops: this runs for a million pairs.
  for (const [index, { unit }] of applicant.stays.entries()) {
    const common = expert.stays.filter((stay) => stay.unit === unit);
    if (common.length === 0 || applicant.stays.findIndex((stay) => stay.unit === unit) < index) continue;
    const expertStay = latest(common);
    const applicantStay = latest(applicant.stays.filter((stay) => stay.unit === unit));
    const sides = [
      [expert, expertStay],
      [applicant, applicantStay],
    ] as const;
    const isNow = goesOn(expertStay, days) && goesOn(applicantStay, days);
    found.push(isNow ? sameUnit(...sides, days) : formerUnit(...sides, days));
  }
  return found;
};
