import { schoolAbilities } from './school.policy.ts';
import { sql } from 'kysely';
import { NO_PROVINCE, SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { type Ordering, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { paginateLarge } from '../../platform/lists/paginate-large.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { chainOf } from '../dept/dept.queries.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

type SchoolFilters = {
  id?: number;
  pid?: number;
  blurry?: string;
  province?: string;
  level?: string;
  enabled?: boolean;
};

const sortable = {
  id: 'dept.id',
  name: 'dept.name',
  code: 'school.code',
  province: 'school.province',
  level: 'school.level',
  enabled: 'dept.enabled',
} as const;

const ordering = {
  sortable,
  // First the universities, then the other institutions; units stand with those of their own school. Index dept_pid.
  order: [
    ['dept.pid', 'asc'],
    ['dept.sort', 'asc'],
    ['dept.id', 'asc'],
  ],
} satisfies Ordering<Schema, 'school' | 'dept'>;

const selectSchools = (db: Db, reader: Principal, filters: SchoolFilters) => {
  const { id, pid, blurry, province, level, enabled } = filters;
  return db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select([
      'dept.id',
      'dept.pid',
      'dept.name',
      'dept.enabled',
      'dept.sort as deptSort',
      'dept.version',
      'school.code',
      'school.province',
      'school.city',
      'school.department',
      'school.level',
      'school.note',
      sql<string>`(select above.name from dept above where above.id = dept.pid)`.as('parentName'),
      sql<number>`(select count(*) from dept below where below.pid = dept.id and ${inDeptScope(reader, 'below.id')})`.as(
        'subCount',
      ),
      sql<{
        id: number;
        name: string;
      } | null>`(select jsonb_build_object('id', body_dept.id, 'name', body_dept.name)
        from dept body_dept where body_dept.id = school.body_id)`.as('body'),
      sql<{
        id: number;
        name: string;
      } | null>`(select jsonb_build_object('id', into_dept.id, 'name', into_dept.name)
        from dept into_dept where into_dept.id = school.merged_into)`.as('mergedInto'),
    ])
    .$narrowType<{ pid: number }>()
    .where(inDeptScope(reader, 'dept.id'))
    .$call(whereGiven(id, (rows, given) => rows.where('dept.id', '=', given)))
    .$call(whereGiven(pid, (rows, given) => rows.where('dept.pid', '=', given)))
    .$call(whereGiven(blurry, (rows, given) => rows.where('dept.search_text', 'like', likePattern(given))))
    .$call(
      whereGiven(province, (rows, given) =>
        given === NO_PROVINCE
          ? rows.where('school.province', 'is', null)
          : rows.where('school.province', '=', given),
      ),
    )
    .$call(whereGiven(level, (rows, given) => rows.where('school.level', '=', given)))
    .$call(whereGiven(enabled, (rows, given) => rows.where('dept.enabled', '=', given)));
};

/** Without filters, an unrestricted scope lists institutions only: their units would be mixed. */
const asksForInstitutions = (reader: Principal, filters: SchoolFilters) =>
  reader.deptScope === null && Object.values(filters).every((value) => value === undefined || value === '');

/** Schools that the reader may see, root by root and in the order of the register. */
export const findSchools = async (
  db: Db,
  reader: Principal,
  { page, size, sort, ...filters }: Paging & SchoolFilters,
) => {
  const query = selectSchools(db, reader, filters)
    .select(chainOf(reader).as('chain'))
    .$if(asksForInstitutions(reader, filters), (rows) => rows.where('dept.pid', 'in', SCHOOL_ROOT_IDS));
  const { content, totalElements } = await paginateLarge({ db, query, ordering }, { page, size, sort });
  return { content: content.map((row) => ({ ...row, can: schoolAbilities(reader, row) })), totalElements };
};

export const streamSchools = (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & SchoolFilters) =>
  streamed(selectSchools(db, reader, query), query.sort, ordering);

/** The register goes through the provinces in the order of GB/T 2260. */
export const findProvinces = (db: Db, reader: Principal, pid: number) =>
  db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select(['school.province', sql<number>`count(*)`.as('schools')])
    .where('dept.pid', '=', pid)
    .where(inDeptScope(reader, 'dept.id'))
    .groupBy('school.province')
    .orderBy(sql`school.province is null`)
    .orderBy(sql`min(dept.id)`)
    .execute();

/** All enabled institutions with their names: the public register, the same for all readers. */
export const findAllSchools = (db: Db) =>
  db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select(['dept.id', 'dept.pid', 'dept.name'])
    .$narrowType<{ pid: number }>()
    .where('dept.enabled', '=', true)
    .orderBy('dept.id')
    .execute();
