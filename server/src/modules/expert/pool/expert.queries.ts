import { type SelectQueryBuilder, sql } from 'kysely';
import type { Expert, ExpertFilters } from '@zhiping/shared/contracts/expert-pool.ts';
import { TERM_WARNING_DAYS } from '@zhiping/shared/rules/expert/inspect-expert.ts';
import type { Deps } from '../../../deps.ts';
import { type Db, runPlanned, wordPattern } from '../../../platform/database/db.ts';
import { findSubtreeIds } from '../../../platform/database/tree-rows.ts';
import { badRequest } from '../../../platform/errors.ts';
import { findAllKeys, type Key, type Ordering, type Paging } from '../../../platform/lists/paginate.ts';
import { findPageKeys } from '../../../platform/lists/paginate-large.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findAllFullNames, OBSOLETE_SUBJECT } from '../../subject/subject.queries.ts';
import { abilitiesOn, visibleExperts } from '../expert.policy.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { dayOf, daysAfter } from '../../../platform/clock.ts';
import { unitName } from '../../school/unit-name.ts';

export type ExpertDeps = Pick<Deps, 'db' | 'identity' | 'registerCache'>;
type ExpertQuery = Paging & ExpertFilters;
type Experts = SelectQueryBuilder<Schema, 'expert', object>;

/** Today and the first day whose term is not yet worth a warning. */
const termDays = (now: Date) => ({
  day: dayOf(now),
  soon: dayOf(daysAfter(now, TERM_WARNING_DAYS)),
});

const inTerm = (experts: Experts, term: NonNullable<ExpertFilters['term']>, now: Date): Experts => {
  const { day, soon } = termDays(now);
  if (term === 'none') return experts.where('term_ends_at', 'is', null);
  if (term === 'ended') return experts.where('term_ends_at', '<', day);
  if (term === 'current') return experts.where('term_ends_at', '>=', day);
  return experts.where('term_ends_at', '>=', day).where('term_ends_at', '<', soon);
};

/** Ids of the school that a filter names, with its colleges. */
const schoolIdsOf = async (db: Db, { schoolId }: ExpertFilters) =>
  schoolId === undefined ? undefined : findSubtreeIds(db, 'dept', [schoolId]);

/** Experts in the reader's scope that match the filters. Hidden fields cannot be filtered by. */
const selectExperts = (
  db: Db,
  reader: Principal,
  filters: ExpertFilters,
  schoolIds: readonly number[] | undefined,
): Experts => {
  const { id, blurry, subject, withSubject, titleSeries, titleLevel, enabled, rating } = filters;
  const { confirmed, accepted, changed, term, createTime } = filters;
  if (rating !== undefined && !seesGrades(reader)) throw badRequest('input.unknown_filter', '不能按评级筛选');
  const waiting = sql<boolean>`exists (select from expert_change c where c.expert_id = expert.id and c.status = 'waiting')`;
  let experts: Experts = db.selectFrom('expert').where(visibleExperts(reader));
  if (id !== undefined) experts = experts.where('id', '=', id);
  if (blurry) experts = experts.where('search_text', 'like', wordPattern(blurry));
  if (schoolIds) experts = experts.where(sql<boolean>`school_id = any(${schoolIds}::bigint[])`);
  if (subject) experts = experts.where(sql<boolean>`subject_prefixes @> array[${subject}]::text[]`);
  if (withSubject !== undefined)
    experts = experts.where('subject_prefixes', withSubject ? '!=' : '=', sql<string[]>`'{}'`);
  if (titleSeries) experts = experts.where('title_series', '=', titleSeries);
  if (titleLevel) experts = experts.where('title_level', '=', titleLevel);
  if (enabled !== undefined) experts = experts.where('enabled', '=', enabled);
  if (rating !== undefined) experts = experts.where('rating', '=', rating);
  if (confirmed !== undefined) experts = experts.where('confirmed_at', confirmed ? 'is not' : 'is', null);
  if (accepted !== undefined) experts = experts.where('accepted_at', accepted ? 'is not' : 'is', null);
  if (changed !== undefined) experts = experts.where(changed ? waiting : sql<boolean>`not ${waiting}`);
  if (term) experts = inTerm(experts, term, reader.at);
  if (createTime)
    experts = experts.where('create_time', '>=', createTime[0]).where('create_time', '<=', createTime[1]);
  return experts;
};

const sortable = {
  id: 'id',
  name: 'name',
  enabled: 'enabled',
  confirmedAt: 'confirmed_at',
  termEndsAt: 'term_ends_at',
  createTime: 'create_time',
} as const;

/** Newest first, unless asked otherwise. */
const orderingOf = (reader: Principal): Ordering<Schema, 'expert'> => ({
  sortable: !seesGrades(reader) ? sortable : { ...sortable, rating: 'rating' },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],
});

const selectRows = (db: Db) =>
  db
    .selectFrom('expert')
    .innerJoin('sys_user', 'sys_user.id', 'expert.user_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .leftJoin('person', 'person.id', 'expert.person_id')
    .select([
      'expert.id',
      'sys_user.username',
      'expert.name',
      'expert.gender',
      'expert.birth_date as birthDate',
      'person.id_card_hash as hash',
      'person.id_card_sealed as sealed',
      'expert.school_id as schoolId',
      unitName<string | null>().as('schoolName'),
      'expert.department',
      'expert.title_series as titleSeries',
      'expert.title_level as titleLevel',
      'expert.title_name as titleName',
      'expert.phone',
      'expert.email',
      'expert.rating',
      'expert.enabled',
      'expert.accepted_at as acceptedAt',
      'expert.retired',
      'expert.max_load as maxLoad',
      'expert.note',
      'expert.confirmed_at as confirmedAt',
      'expert.term_start as termStart',
      'expert.term_ends_at as termEndsAt',
      'expert.create_time as createTime',
      'expert.version',
      sql<{ path: string[]; keywords: string[] }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('path', s.path, 'keywords', s.keywords) order by s.rank), '[]')
        from expert_subject s where s.expert_id = expert.id)`.as('subjects'),
      sql<boolean>`exists (select from expert_change c where c.expert_id = expert.id and c.status = 'waiting')`.as(
        'hasChange',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];
type Shown = Omit<Expert, 'confirmedAt' | 'createTime'> & { confirmedAt: Date | null; createTime: Date };

let rowsQuery: ReturnType<typeof selectRows> | undefined;

/** Of these experts those that the reader may see; whichever handle it was begun on, the statement is the same. */
const findRows = (db: Db, reader: Principal, ids: Key[]) => {
  rowsQuery ??= selectRows(db);
  const rows = rowsQuery.where(sql<boolean>`expert.id = any(${ids}::bigint[])`).where(visibleExperts(reader));
  return runPlanned(db, rows.compile());
};

/** A record as this reader may see it; the one place that hides. */
const shownTo =
  ({ identity }: ExpertDeps, reader: Principal, names: Map<string, string>) =>
  ({ hash, sealed, birthDate, acceptedAt, ...row }: Row): Shown => {
    const isHidden = !seesGrades(reader);
    const isAccepted = acceptedAt !== null;
    return {
      ...row,
      birthYear: birthDate === null ? null : Number(birthDate.slice(0, 4)),
      idCard: hash && sealed && identity.openMasked(sealed, hash),
      accepted: isAccepted,
      can: abilitiesOn(reader, { isAccepted }),
      subjects: row.subjects.map((subject) => ({
        ...subject,
        fullName: names.get(pathKey(subject.path)) ?? OBSOLETE_SUBJECT,
      })),
      rating: isHidden ? null : row.rating,
      maxLoad: isHidden ? null : row.maxLoad,
      note: isHidden ? null : row.note,
    };
  };

/** These experts, in this order, as far as the reader may see them. */
const findShown = async (deps: ExpertDeps, reader: Principal, ids: Key[]): Promise<Shown[]> => {
  if (ids.length === 0) return [];
  const [rows, names] = await Promise.all([findRows(deps.db, reader, ids), findAllFullNames(deps)]);
  const show = shownTo(deps, reader, names);
  const byId = new Map<Key, Row>(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [show(row)] : [];
  });
};

export const findExperts = async (
  deps: ExpertDeps,
  reader: Principal,
  { page, size, sort, ...filters }: ExpertQuery,
) => {
  const query = selectExperts(deps.db, reader, filters, await schoolIdsOf(deps.db, filters));
  const list = { db: deps.db, query, ordering: orderingOf(reader) };
  const { keys, totalElements } = await findPageKeys(list, { page, size, sort });
  return { content: await findShown(deps, reader, keys), totalElements };
};

const BATCH_SIZE = 500;

/** Every expert of a list, a few hundred at a time, in its order. */
export async function* streamExperts(
  deps: ExpertDeps,
  reader: Principal,
  { sort, ...filters }: Pick<Paging, 'sort'> & ExpertFilters,
): AsyncGenerator<Shown> {
  const query = selectExperts(deps.db, reader, filters, await schoolIdsOf(deps.db, filters));
  const ids = await findAllKeys(query, sort, orderingOf(reader));
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    yield* await findShown(deps, reader, ids.slice(start, start + BATCH_SIZE));
}

/** One expert as in the list; undefined if outside the reader's scope. */
export const findExpert = async (deps: ExpertDeps, reader: Principal, id: number) => {
  const [expert] = await findShown(deps, reader, [id]);
  return expert;
};
