import { readSchools } from '../facts/read-facts.ts';
import { generalPapers } from './papers/general.ts';
import { lawPapers } from './papers/law.ts';
import type { PaperText } from './papers/paper-text.ts';
import { demoPeople, EXPERTS } from './people.ts';

export const papersDirectory = new URL('papers/', import.meta.url);

/** The schools whose projects are in review, those of the demo among them. */
export const reviewedSchools = [
  '北京大学',
  '武汉大学',
  '南京大学',
  '浙江大学',
  '中山大学',
  '四川大学',
  '西安交通大学',
  '吉林大学',
  '郑州大学',
  '云南大学',
  '贵州大学',
  '海南大学',
];

export const codesOf = (names: readonly string[]): (string | undefined)[] => {
  const schools = readSchools();
  return names.map((name) => schools.find((school) => school.name === name)?.code);
};

/** Applicants of the open cycle come first, then those in review. */
export const APPLICANTS = 23;
/** So many of those in review lie in the field of the expert of the demo: each of them wrote one of its papers. */
export const FOR_DEMO_EXPERT = lawPapers.length;
export const LAW_COLLEGE = '法学院';

const coauthors = ['柏青川', '祁望舒', '冼若谷', '盛怀瑾', '阮听澜', '宁致远'];

/** Who wrote it, where a paper says so. */
export type Byline = { author: string; coauthor: string; unit: string; college: string; mail: string };

export const bylines = (): Byline[] =>
  demoPeople(EXPERTS + APPLICANTS + FOR_DEMO_EXPERT)
    .slice(EXPERTS + APPLICANTS)
    .map(({ name, email }, index) => ({
      author: name,
      coauthor: coauthors[index % coauthors.length]!,
      unit: reviewedSchools[index % reviewedSchools.length]!,
      college: LAW_COLLEGE,
      mail: email,
    }));

export const demoPapers: readonly PaperText[] = [...lawPapers, ...generalPapers];

const two = (value: number) => String(value).padStart(2, '0');

/** The name of its file, without an ending. */
export const paperName = (title: string): string => {
  const index = demoPapers.findIndex((paper) => paper.title === title);
  if (index < 0) throw new Error(`There is no paper 「${title}」`);
  return `paper-${two(index + 1)}`;
};

const plain = generalPapers.filter(({ isThankful, hasPicture }) => !isThankful && !hasPicture);
const doubtful = generalPapers.filter(({ isThankful, hasPicture }) => isThankful || hasPicture);
/** On teaching and the running of things, which a teacher of law may have written too. */
const forLaw = [3, 5, 6, 7].map((index) => plain[index]!);

const titlesOf = (papers: readonly PaperText[]) => papers.map(({ title }) => title);
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => plain[(from + index) % plain.length]!);

/**
 * The works of a project by its index: one in the field of the demo's expert names its author; three of others name no
 * person.
 */
export const lawWorks = (index: number): string[] =>
  titlesOf([lawPapers[index]!, forLaw[index % forLaw.length]!]);
export const plainWorks = (index: number): string[] => titlesOf(some(index * 3, 3));
/** With one that says thanks and one that has a picture, so that a person has to look at their copies. */
export const doubtfulWorks = (index: number): string[] => titlesOf([...some(index, 1), ...doubtful]);
