import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { schoolAcronyms } from '@zhiping/shared/rules/blind-copy/school-acronyms.ts';
import { placeInName } from '@zhiping/shared/rules/blind-copy/school-names.ts';
import type { BlindFacts } from '@zhiping/shared/rules/blind-copy/terms.ts';
import { readAuthors } from '@zhiping/shared/rules/conflict/form-facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { blindCopies } from '@zhiping/shared/rules/review-rule/blind-copies.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import type { Deps } from '../../deps.ts';
import { readingsOfName, searchTextOf } from '../../platform/pinyin.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';

type Facts = Pick<Deps, 'db' | 'identity'>;

/** The school of a project, the institution above it, and all schools merged into one of them. */
const findSchools = async ({ db }: Facts, schoolId: number) => {
  const { rows } = await sql<{ name: string; city: string | null }>`
    with recursive above (id, pid, name) as (
      select id, pid, name from dept where id = ${schoolId}
      union all
      select dept.id, dept.pid, dept.name from above join dept on dept.id = above.pid
        join school on school.dept_id = dept.id
    ), target (id) as (
      select id from above
      union select merged_into from school join above on school.dept_id = above.id where merged_into is not null
    ), own (id) as (
      select id from target
      union select dept_id from school join target on school.merged_into = target.id
    )
    select dept.name, school.city from own join dept on dept.id = own.id
      left join school on school.dept_id = dept.id`.execute(db);
  return rows;
};

const lettersOf = (word: string) => searchTextOf(word).split(' ')[1] ?? '';
const initialsOf = (word: string) => searchTextOf(word).split(' ')[2] ?? '';

const present = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')),
];

/** The reviewed works, with their authors. */
const coauthorsOf = ({ research, works }: ProjectForm, own: readonly string[]) => {
  const sent = new Set(works.works.map(({ entry }) => entry));
  const listed = research.papers
    .filter(({ key }) => sent.has(key))
    .flatMap(({ authors }) => readAuthors(authors ?? ''));
  return present(listed.map(({ name }) => name)).filter((name) => !own.includes(name));
};

/** Project numbers: at least five digits, with or without letters between them, as 51872219 and 19BZX045. */
const numbers = /(?=(?:[A-Za-z-]*\d){5})[A-Za-z\d][A-Za-z\d-]{5,}/g;

/** All facts by which materials of a project could reveal their owner. */
export const findBlindFacts = async (deps: Facts, projectId: number): Promise<BlindFacts> => {
  const { db, identity } = deps;
  const project = await db
    .selectFrom('project')
    .innerJoin('person', 'person.id', 'project.person_id')
    .select(['school_id', 'person_id', 'id_card_sealed', 'id_card_hash', 'cycle_id'])
    .where('project.id', '=', projectId)
    .executeTakeFirstOrThrow();
  const teachers = await db
    .selectFrom('teacher')
    .select(['name', 'phone', 'email'])
    .where('person_id', '=', project.person_id)
    .orderBy('id')
    .execute();
  const { content } = await findSnapshot(db, projectId);
  const { rules } = (await findHolding(db, project.cycle_id)).content;
  const { hidesCoauthors } = blindCopies.schema.parse(settingOf(rules, blindCopies)?.values ?? {});
  const form = ProjectForm.parse(content.form);
  const schools = await findSchools(deps, project.school_id);
  const names = present([content.person.name, ...teachers.map(({ name }) => name)]);
  const schoolNames = present([content.person.schoolName, ...schools.map(({ name }) => name)]);
  const cities = present([
    ...schools.map(({ city }) => city?.replace(/[市州]$/, '')),
    ...schoolNames.map((name) => placeInName(name)),
  ]);
  return {
    names: names.map(readingsOfName),
    coauthors: hidesCoauthors ? coauthorsOf(form, names).map(readingsOfName) : [],
    schools: schoolNames,
    acronyms: present(schoolNames.flatMap((name) => schoolAcronyms(name, initialsOf))),
    colleges: present([form.basic.department]),
    units: present(form.employment.posts.map(({ unit }) => unit)),
    cities: cities.map((name) => ({ name, letters: lettersOf(name) })),
    mails: present([form.basic.email, ...teachers.map(({ email }) => email)]),
    phones: present([form.basic.phone, ...teachers.map(({ phone }) => phone)]),
    idCards: [identity.open(project.id_card_sealed, project.id_card_hash)],
    funds: present(form.research.projects.flatMap(({ source }) => source?.match(numbers) ?? [])),
  };
};

/** Changes with the searched facts. It does not reveal them: the identity number is part of it, keyed. */
export const hashOfFacts = ({ identity }: Pick<Deps, 'identity'>, facts: BlindFacts): string =>
  createHash('sha256')
    .update(identity.hashOf(JSON.stringify(facts)))
    .digest('hex');
