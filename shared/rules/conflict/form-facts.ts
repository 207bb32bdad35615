import type { ProjectForm } from '../project-form/form.ts';
import type { ApplicantFacts, CoAuthor, Request, Stay, Work } from './facts.ts';
import { type FindInstitution, lettersOf, nameKeyOf, unitKeyOf, writtenUnitKey } from './keys.ts';

/** Shorter titles match by chance. */
const MIN_TITLE = 8;
const MAX_AUTHORS = 60;

const bracketed = /[(（[【]([^)）\]】]*)[)）\]】]/g;
const marks = /[*#†‡\d①-⑳]/g;

/** Names in a list of authors, each with the unit in brackets behind it, if any. */
export const readAuthors = (authors: string): { name: string; unit: string | null }[] =>
  authors
    .split(/[,，;；、\n]|\s+and\s+/)
    .map((part) => ({
      name: part
        .replaceAll(bracketed, '')
        .replaceAll(marks, '')
        .replace(/等$|et al\.?$/, '')
        .trim(),
      unit:
        [...part.matchAll(bracketed)].map((match) => match[1]!.trim()).find((unit) => unit.length > 2) ??
        null,
    }))
    .filter(({ name }) => name.length > 1)
    .slice(0, MAX_AUTHORS);

type Years = { thisYear: number; firstYear: number };
/** The register, and the first year of works that still count as a conflict. */
type Look = Years & { find: FindInstitution };

const workOf = (
  noun: string,
  title: string | null,
  { id, lastYear }: { id?: string | null; lastYear: number | null },
): Work[] => {
  if (!title || lastYear === null) return [];
  const letters = id ? lettersOf(id) : lettersOf(title);
  if (!id && letters.length < MIN_TITLE) return [];
  return [{ key: `w${noun}${letters}`, noun, title, lastYear }];
};

const yearOf = (month: string | null) => (month ? Number(month.slice(0, 4)) || null : null);

/** The applicant's own works, as far as they identify a person: awards and titles like 「论文集」 do not. */
const worksOf = ({ research }: ProjectForm, { thisYear, firstYear }: Years): Work[] => {
  const { papers, books, projects, patents } = research;
  const all = [
    // By title as well: one of two authors may have left out the DOI.
    ...papers.flatMap(({ title, doi, year: lastYear }) => [
      ...(doi ? workOf('论文', title, { id: doi, lastYear }) : []),
      ...workOf('论文', title, { lastYear }),
    ]),
    ...books.flatMap(({ title, year: lastYear }) => workOf('著作', title, { lastYear })),
    ...patents.flatMap(({ title, no, year: lastYear }) => workOf('专利', title, { id: no, lastYear })),
    ...projects.flatMap(({ title, to }) => workOf('项目', title, { lastYear: yearOf(to) ?? thisYear })),
  ];
  return all.filter(({ lastYear }) => lastYear >= firstYear);
};

const coAuthorsOf = ({ research }: ProjectForm, own: string, { find, firstYear }: Look): CoAuthor[] =>
  research.papers.flatMap(({ title, authors, year }) =>
    !title || !authors || year === null || year < firstYear
      ? []
      : readAuthors(authors)
          .map(({ name, unit }) => ({
            nameKey: nameKeyOf(name),
            name,
            unit: unit === null ? null : writtenUnitKey(unit, find),
            title,
            year,
          }))
          .filter(({ nameKey }) => nameKey !== own),
  );

const requestsOf = ({ recusals }: ProjectForm, find: FindInstitution): Request[] =>
  recusals.requests.flatMap(({ kind, relation, name, unit, reason }): Request[] => {
    if (!kind || !name) return [];
    const isPerson = kind === 'person';
    const written = isPerson ? unit : name;
    return [
      {
        relation: isPerson && (relation === 'advisor' || relation === 'relative') ? relation : null,
        nameKey: isPerson ? nameKeyOf(name) : null,
        unit: written ? writtenUnitKey(written, find) : null,
        words: isPerson && unit ? `${name}（${unit}）` : name,
        reason: reason ?? '',
      },
    ];
  });

/** Posts of a form. An invalid month is a typing error and counts as unknown. */
export const staysOf = ({ employment }: ProjectForm, find: FindInstitution): Stay[] =>
  employment.posts.flatMap(({ unit, from, to }) => {
    if (!unit) return [];
    const month = (text: string | null) => (text && /^\d{4}-\d\d$/.test(text) ? text : null);
    const found = find(unit);
    return [
      {
        unit: found ? unitKeyOf(found.id) : `t${lettersOf(unit)}`,
        name: found?.name ?? unit,
        department: null,
        from: month(from),
        to: month(to),
      },
    ];
  });

/** The applicant and their unit: facts of the registers beside the form. */
type Applicant = {
  projectId: number;
  personId: number;
  name: string;
  institution: { id: number; name: string };
};

/** Facts of a project that conflict with experts. */
export const factsOfForm = (
  form: ProjectForm,
  { institution, name, ...ids }: Applicant,
  look: Look,
): ApplicantFacts => {
  const { find } = look;
  const nameKey = nameKeyOf(name);
  const { department } = form.basic;
  const now: Stay = {
    unit: unitKeyOf(institution.id),
    name: institution.name,
    department,
    from: null,
    to: null,
  };
  return {
    ...ids,
    name,
    nameKey,
    stays: [now, ...staysOf(form, find)],
    schooling: form.education.degrees.flatMap(({ school }) => (school ? writtenUnitKey(school, find) : [])),
    works: worksOf(form, look),
    coAuthors: coAuthorsOf(form, nameKey, look),
    requests: requestsOf(form, find),
    subjects: (form.target.subjects ?? []).map(({ path }) => path.slice(0, 3).join('/')),
  };
};
