import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Teacher, TeacherFilters } from '@zhiping/shared/contracts/teacher.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { type Db, inTransaction, likePattern, wordPattern } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { paginateLarge } from '../../platform/lists/paginate-large.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { findAllFullNames, OBSOLETE_SUBJECT } from '../subject/subject.queries.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';
import { unitNameFor } from '../school/unit-name.ts';
import { correctionDenial, hasReported, hasSigned } from './reported-teacher.queries.ts';

type TeacherDeps = Pick<Deps, 'db' | 'identity' | 'registerCache'>;

/** Teachers of the reader's schools: the one condition behind list, count, export and every write. */
export const visibleTeachers = (reader: Principal) => (): RawBuilder<boolean> =>
  inDeptScope(reader, 'teacher.school_id');

/** The account for applications. The school does not learn of another one. */
const accountOf = sql<Teacher['account']>`coalesce((
  select case when used_at is null then 'opened' else 'used' end from applicant
  where applicant.person_id = teacher.person_id), 'none')`;

const applicants = (used: 'is null' | 'is not null') => sql<boolean>`exists (
  select from applicant where applicant.person_id = teacher.person_id and used_at ${sql.raw(used)})`;

/** As a join, so that a filter over all teachers does not ask for each of them. */
const hasAccount = (account: Teacher['account']) => {
  if (account === 'opened') return applicants('is null');
  if (account === 'used') return applicants('is not null');
  return sql<boolean>`not exists (select from applicant where applicant.person_id = teacher.person_id)`;
};

const likePrefix = (path: string) => `${path.replaceAll(/[\\%_]/g, '\\$&')}/%`;

const inSubject = (path: string) => (where: ExpressionBuilder<Schema, 'teacher'>) =>
  where.or([where('subject', '=', path), where('subject', 'like', likePrefix(path))]);

const hasStaffNo = (text: string) => sql<boolean>`lower(staff_no) like ${likePattern(text)}`;

/** So few characters stand in too many staff numbers to mean one of them. */
const MIN_STAFF_NO = 3;

const hasWord = (text: string) => (where: ExpressionBuilder<Schema, 'teacher'>) =>
  where.or([
    where('search_text', 'like', wordPattern(text)),
    ...(text.length < MIN_STAFF_NO ? [] : [hasStaffNo(text)]),
  ]);

/** Ids of the school that a filter names, with what is below it. */
const schoolIdsOf = async (db: Db, { schoolId }: TeacherFilters) =>
  schoolId === undefined ? undefined : findSubtreeIds(db, 'dept', [schoolId]);

const selectTeachers = (
  db: Db,
  reader: Principal,
  filters: TeacherFilters,
  schoolIds: number[] | undefined,
) => {
  const { id, blurry, type, titleSeries, titleLevel, subject, enabled, account, createTime } = filters;
  return db
    .selectFrom('teacher')
    .select([
      'teacher.id',
      'teacher.name',
      'staff_no as staffNo',
      'gender',
      'type',
      'school_id as schoolId',
      'title_series as titleSeries',
      'title_level as titleLevel',
      'title_name as titleName',
      'subject',
      'phone',
      'email',
      'entry_date as entryDate',
      'enabled',
      'note',
      'teacher.create_time as createTime',
      'version',
      accountOf.as('account'),
      sql<string>`(select ${unitNameFor(reader)} from dept where dept.id = teacher.school_id)`.as(
        'schoolName',
      ),
      sql<Buffer>`(select id_card_hash from person where person.id = teacher.person_id)`.as('hash'),
      sql<Buffer>`(select id_card_sealed from person where person.id = teacher.person_id)`.as('sealed'),
      sql<boolean>`(${hasReported(sql`teacher.person_id`)} or ${hasSigned(sql`teacher.person_id`)})`.as(
        'isSigned',
      ),
    ])
    .where(visibleTeachers(reader))
    .$call(whereGiven(id, (rows, given) => rows.where('teacher.id', '=', given)))
    .$call(whereGiven(blurry, (rows, given) => rows.where(hasWord(given))))
    .$call(
      whereGiven(schoolIds, (rows, given) => rows.where(sql<boolean>`school_id = any(${given}::bigint[])`)),
    )
    .$call(whereGiven(type, (rows, given) => rows.where('type', '=', given)))
    .$call(whereGiven(titleSeries, (rows, given) => rows.where('title_series', '=', given)))
    .$call(whereGiven(titleLevel, (rows, given) => rows.where('title_level', '=', given)))
    .$call(whereGiven(subject, (rows, given) => rows.where(inSubject(given))))
    .$call(whereGiven(enabled, (rows, given) => rows.where('enabled', '=', given)))
    .$call(whereGiven(account, (rows, given) => rows.where(hasAccount(given))))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));
};

type Row = Awaited<ReturnType<ReturnType<typeof selectTeachers>['execute']>>[number];
type Shown = Omit<Teacher, 'createTime'> & { createTime: Date };

/** A record as it leaves the server: the identity number masked. */
const shownWith =
  ({ identity }: TeacherDeps, reader: Principal, names: Map<string, string>) =>
  ({ hash, sealed, subject, isSigned, ...row }: Row): Shown => ({
    ...row,
    can: isSigned && holds(reader, ['teacher:edit']) ? { correct: correctionDenial(reader) ?? true } : {},
    idCard: identity.openMasked(sealed, hash),
    subject:
      subject === null
        ? null
        : { path: subject.split('/'), fullName: names.get(subject) ?? OBSOLETE_SUBJECT },
  });

/** Newest first. */
const ordering = {
  sortable: {
    id: 'id',
    name: 'name',
    staffNo: 'staff_no',
    enabled: 'enabled',
    entryDate: 'entry_date',
    createTime: 'create_time',
  },
  order: [['id', 'desc']],
} satisfies Ordering<Schema, 'teacher'>;

export const findTeachers = async (
  deps: TeacherDeps,
  reader: Principal,
  { page, size, sort, ...filters }: Paging & TeacherFilters,
) => {
  const { db } = deps;
  const query = selectTeachers(db, reader, filters, await schoolIdsOf(db, filters));
  const [found, names] = await Promise.all([
    paginateLarge({ db, query, ordering }, { page, size, sort }),
    findAllFullNames(deps),
  ]);
  return { ...found, content: found.content.map(shownWith(deps, reader, names)) };
};

/** Every teacher of a list for its export. */
export async function* streamTeachers(
  deps: TeacherDeps,
  reader: Principal,
  query: Pick<Paging, 'sort'> & TeacherFilters,
): AsyncGenerator<Shown> {
  const show = shownWith(deps, reader, await findAllFullNames(deps));
  const teachers = selectTeachers(deps.db, reader, query, await schoolIdsOf(deps.db, query));
  for await (const row of streamed(teachers, query.sort, ordering)) yield show(row);
}

/** The whole identity number, and a record of who read it. */
export const readTeacherIdentity = ({ db, identity }: TeacherDeps, reader: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('teacher')
      .innerJoin('person', 'person.id', 'teacher.person_id')
      .select(['person.id_card_hash as hash', 'person.id_card_sealed as sealed'])
      .where('teacher.id', '=', id)
      .where(visibleTeachers(reader))
      .executeTakeFirst();
    if (!found) throw notFound('教师');
    await audit(tx, {
      actorId: reader.userId,
      action: 'teacher.identity_read',
      entity: 'teacher',
      entityId: id,
    });
    return { idCard: identity.open(found.sealed, found.hash) };
  });
