import type { TieFacts } from '../review-rule/facts.ts';
import type { ApplicantFacts, ExpertFacts } from './facts.ts';

const shareUnit = (expert: ExpertFacts, units: readonly string[]) =>
  expert.stays.find(({ unit }) => units.includes(unit))?.name ?? null;

type Certainty = { certainty: TieFacts['certainty']; words: string };

/** Evidence, beside the name, that a co-author is this expert. */
const certaintyOf = (
  expert: ExpertFacts,
  applicant: ApplicantFacts,
  unit: string | null,
): Certainty | null => {
  if (unit !== null) {
    const name = shareUnit(expert, [unit]);
    // The list names the co-author's unit, and the expert was never there: another person of that name.
    return name === null ? null : { certainty: 'unit', words: `与专家同名且同在${name}` };
  }
  const shared = shareUnit(expert, [...applicant.stays.map((stay) => stay.unit), ...applicant.schooling]);
  if (shared !== null) return { certainty: 'unit', words: `与专家同名，两人都在${shared}工作或学习过` };
  return expert.subjects.some((subject) => applicant.subjects.includes(subject))
    ? { certainty: 'subject', words: '与专家同名且学科相同' }
    : { certainty: 'name', words: '与专家同名' };
};

const endOf = (year: number) => `${year}-12-31`;

/** Works that both name as their own: proven by both people themselves. */
const byPerson = (expert: ExpertFacts, applicant: ApplicantFacts, today: string): TieFacts[] => {
  const own = new Map(expert.works.map((work) => [work.key, work]));
  return applicant.works.flatMap(({ key, noun, title, lastYear }) => {
    const same = own.get(key);
    if (!same) return [];
    const last = Math.max(lastYear, same.lastYear);
    return {
      is: `专家${expert.name}与申报人${applicant.name}的材料都列有${noun}《${title}》（${last} 年）`,
      lastDay: endOf(last),
      today,
      certainty: 'person' as const,
    };
  });
};

const byName = (expert: ExpertFacts, applicant: ApplicantFacts, today: string): TieFacts[] =>
  applicant.coAuthors
    .filter(({ nameKey }) => nameKey === expert.nameKey)
    .flatMap(({ unit, title, year, name }) => {
      const found = certaintyOf(expert, applicant, unit);
      if (!found) return [];
      return {
        is: `申报人${applicant.name}的论文《${title}》（${year} 年）作者中有「${name}」，${found.words}`,
        lastDay: endOf(year),
        today,
        certainty: found.certainty,
      };
    });

/** Works that an expert and an applicant made together. */
export const workTies = (expert: ExpertFacts, applicant: ApplicantFacts, today: string): TieFacts[] => {
  const works = byPerson(expert, applicant, today);
  const titles = new Set(works.map(({ is }) => /《(.*)》/.exec(is)?.[1]));
  return [
    // A paper has two keys, its title and its DOI.
    ...works.filter(({ is }, index) => works.findIndex((one) => one.is === is) === index),
    ...byName(expert, applicant, today).filter(({ is }) => !titles.has(/《(.*)》/.exec(is)?.[1])),
  ];
};
