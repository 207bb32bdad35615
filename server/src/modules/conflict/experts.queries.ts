import { sql } from 'kysely';
import type { ExpertFacts, Relation, Stay } from '@zhiping/shared/rules/conflict/facts.ts';
import type { KeptUnits } from '@zhiping/shared/rules/conflict/kept-basis.ts';
import { nameKeyOf, unitKeyOf, writtenUnitKey } from '@zhiping/shared/rules/conflict/keys.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Register } from './register.queries.ts';

/** With ids those alone, else all. Disabled ones too: they may come back at any moment. */
type Wanted = readonly number[] | null;

const among = (column: string, ids: Wanted) =>
  ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

const readExperts = (db: Db, ids: Wanted) =>
  db
    .selectFrom('expert')
    .select([
      'id',
      'person_id as personId',
      'name',
      'school_id as schoolId',
      'department',
      sql<string[]>`array(select distinct array_to_string(path[1:3], '/') from expert_subject
        where expert_id = expert.id)`.as('subjects'),
    ])
    .where(among('id', ids))
    .orderBy('id')
    .execute();

const readAffiliations = (db: Db, ids: Wanted) =>
  db
    .selectFrom('expert_affiliation')
    .select([
      'expert_id as expertId',
      'org_id as orgId',
      'org_name as orgName',
      'from_year as fromYear',
      'to_year as toYear',
    ])
    .where(among('expert_id', ids))
    .orderBy('id')
    .execute();

/** Units that records named experts at before. Where a record names one again, its own stay says so. */
const readFormerUnits = (db: Db, ids: Wanted) =>
  db
    .selectFrom('expert_former_unit')
    .select(['expert_id as expertId', 'unit_id as unitId', 'unit_name as unitName', 'left_on as leftOn'])
    .where(among('expert_id', ids))
    .orderBy('id')
    .execute();

/** Schools where experts are registered as teachers. */
const readPosts = (db: Db, ids: Wanted) =>
  db
    .selectFrom('teacher')
    .innerJoin('expert', 'expert.person_id', 'teacher.person_id')
    .select(['expert.id as expertId', 'teacher.school_id as schoolId'])
    .where(among('expert.id', ids))
    .orderBy('teacher.id')
    .execute();

const readRelations = (db: Db, ids: Wanted) =>
  db
    .selectFrom('declared_relation')
    .select(['expert_id as expertId', 'kind', 'name', 'unit', 'reason', 'declared_by as by'])
    .where(among('expert_id', ids))
    .orderBy('id')
    .execute();

/** Submissions of experts who applied themselves, in any cycle. */
const readOwnForms = (db: Db, ids: Wanted) =>
  db
    .selectFrom('conflict_source')
    .innerJoin('project', 'project.id', 'project_id')
    .innerJoin('expert', 'expert.person_id', 'project.person_id')
    .select(['expert.id as expertId', 'facts'])
    .where(among('expert.id', ids))
    .orderBy('project_id')
    .execute();

const relationOf = (
  { kind, name, unit, reason, by }: Awaited<ReturnType<typeof readRelations>>[number],
  { find }: Register,
): Relation => ({
  kind,
  by,
  nameKey: name === null ? null : nameKeyOf(name),
  unit: unit === null ? null : writtenUnitKey(unit, find),
  words: name === null ? (unit ?? '') : `${name}${unit ? `（${unit}）` : ''}`,
  reason,
});

const registered = (schoolId: number, department: string | null, { institutionOf }: Register): Stay => {
  const { id, name } = institutionOf(schoolId);
  return { unit: unitKeyOf(id), name, department, from: null, to: null };
};

const unitOf = (id: number | null, written: string, { institutionOf, find }: Register) => {
  const institution = id === null ? find(written) : institutionOf(id);
  return {
    unit: institution ? unitKeyOf(institution.id) : writtenUnitKey(written, find),
    name: institution?.name ?? written,
  };
};

type Employment = Pick<
  Awaited<ReturnType<typeof readAffiliations>>[number],
  'orgId' | 'orgName' | 'fromYear' | 'toYear'
>;

const employedAt = ({ orgId, orgName, fromYear, toYear }: Employment, register: Register): Stay => ({
  ...unitOf(orgId, orgName, register),
  department: null,
  from: `${fromYear}-01`,
  // The whole year of leaving: the month is not recorded.
  to: toYear === null ? null : `${toYear}-12`,
});

const formerlyAt = (
  { unitId, unitName, leftOn }: Awaited<ReturnType<typeof readFormerUnits>>[number],
  register: Register,
): Stay => ({
  ...unitOf(unitId, unitName ?? '', register),
  department: null,
  from: null,
  to: leftOn.slice(0, 7),
  leftOn,
});

/** Stays that an assignment kept, by the register of the day. */
export const keptStays = ({ school, posts, stays }: KeptUnits, register: Register): Stay[] => [
  ...[...(school === null ? [] : [school]), ...posts].map((id) => registered(id, null, register)),
  ...stays.map((one) => employedAt(one, register)),
];

export const keptUnit = (schoolId: number, register: Register): Stay => registered(schoolId, null, register);

/** Facts of experts for finding conflicts, of these ids or all. */
export const loadExperts = async (db: Db, register: Register, ids: Wanted): Promise<ExpertFacts[]> => {
  const experts = await readExperts(db, ids);
  const affiliations = Map.groupBy(await readAffiliations(db, ids), ({ expertId }) => expertId);
  const posts = Map.groupBy(await readPosts(db, ids), ({ expertId }) => expertId);
  const former = Map.groupBy(await readFormerUnits(db, ids), ({ expertId }) => expertId);
  const relations = Map.groupBy(await readRelations(db, ids), ({ expertId }) => expertId);
  const forms = Map.groupBy(await readOwnForms(db, ids), ({ expertId }) => expertId);
  return experts.map(({ id, personId, name, schoolId, department, subjects }) => {
    const own = (forms.get(id) ?? []).map(({ facts }) => facts);
    return {
      expertId: id,
      personId,
      name,
      nameKey: nameKeyOf(name),
      subjects,
      stays: [
        ...(schoolId === null ? [] : [registered(schoolId, department, register)]),
        ...(posts.get(id) ?? []).map((post) => registered(post.schoolId, null, register)),
        ...(affiliations.get(id) ?? []).map((one) => employedAt(one, register)),
        ...(former.get(id) ?? []).map((one) => formerlyAt(one, register)),
        // The first is the registered unit at that time; the present registers are above.
        ...own.flatMap(({ stays }) => stays.slice(1)),
      ],
      works: own.flatMap(({ works }) => works),
      relations: (relations.get(id) ?? []).map((one) => relationOf(one, register)),
    };
  });
};
