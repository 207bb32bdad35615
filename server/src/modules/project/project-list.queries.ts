import { type InferResult, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { ProjectFilters, projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { ProjectState, Turn } from '@zhiping/shared/rules/project/states.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { lastOver } from '@zhiping/shared/rules/review-rule/moments.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, likePattern, wordPattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { contains, isWithin, whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import {
  byKeys,
  type Ordering,
  paginateByKeys,
  type Paging,
  streamed,
} from '../../platform/lists/paginate.ts';
import { findReceiver } from './check-steps.queries.ts';
import { ownStep } from './checking-as.ts';
import { findProjectCycle } from './project-cycle.queries.ts';
import { findPublicised } from './publicised.queries.ts';
import { institutionFor, unitNameFor } from '../school/unit-name.ts';
import { isPublicised, isWaiting } from './waiting.ts';
import { nameSubmitted } from './name-submitted.ts';
import { isChecked, isCounted, isUnfinished } from './project.policy.ts';

const unlessUnfinished = <V>(column: string) =>
  sql<V | null>`case when ${isUnfinished} then null else ${sql.ref(column)} end`;

const turnOf = (at: Date) => sql<Turn | null>`case
  when project.state = 'reported'
    then case when check_step = 'body' and body_closes_at > ${lastOver(at)} then 'body' else 'office' end
  when project.state <> 'submitted' then null
  when check_step = 'college' and college_closes_at > ${lastOver(at)} then 'college' else 'school' end`;

/**
 * Cycles in which colleges or supervising bodies check now. A subquery is evaluated once a statement, a join would not
 * be.
 */
const cyclesOpenTo = (step: 'college' | 'body', at: Date) =>
  sql`any(array(select id from cycle where ${sql.ref(`${step}_closes_at`)} > ${lastOver(at)}))`;

/** Projects that wait for the reader in this step. For a school also those in publicity, for which it acts. */
const isForTurn = (turn: Turn | null, at: Date): RawBuilder<boolean> => {
  const isHeldBy = (step: 'college' | 'body') =>
    sql<boolean>`(check_step = ${step} and cycle_id = ${cyclesOpenTo(step, at)})`;
  switch (turn) {
    case null:
      return sql<boolean>`false`;
    case 'college':
      return sql<boolean>`(project.state = 'submitted' and ${isHeldBy('college')})`;
    case 'school':
      return sql<boolean>`(project.state = 'unitPublicity' or (project.state = 'submitted' and not ${isHeldBy('college')}))`;
    case 'body':
      return sql<boolean>`(project.state = 'reported' and ${isHeldBy('body')})`;
    case 'office':
      return sql<boolean>`(project.state = 'reported' and not ${isHeldBy('body')})`;
  }
};

type Shown = { isShown?: RawBuilder<boolean>; turn?: Turn | null };

/** All visible rows. Hidden fields are null here already, so that no filter or order can reveal them. */
const visible = (db: Db, reader: Principal, { isShown = isChecked(reader), turn = null }: Shown = {}) =>
  db
    .selectFrom('project')
    // Left joins although the rows always exist: PostgreSQL removes unused left joins.
    .leftJoin('cycle', 'cycle.id', 'cycle_id')
    .leftJoin('dept', 'dept.id', 'school_id')
    // The account may be gone.
    .leftJoin('applicant', 'applicant.person_id', 'project.person_id')
    .leftJoin('sys_user', 'sys_user.id', 'user_id')
    .leftJoin('teacher', (join) =>
      join
        .onRef('teacher.person_id', '=', 'project.person_id')
        .onRef('teacher.school_id', '=', 'project.school_id'),
    )
    .select([
      'project.id',
      'cycle_id as cycleId',
      sql<string>`cycle.name`.as('cycleName'),
      'project.school_id as schoolId',
      unitNameFor(reader).as('schoolName'),
      institutionFor(reader).as('institution'),
      // A college is shown with its school.
      sql<string>`coalesce((select above.name from dept above where above.id = dept.pid
        and dept.pid <> all(${[...SCHOOL_ROOT_IDS]}::bigint[])) || ' ', '') || dept.name`.as('schoolOrder'),
      'project.state',
      'project.update_time as updateTime',
      'project.version',
      sql<boolean>`not ${isUnfinished}`.as('isReadable'),
      turnOf(reader.at).as('checkStep'),
      isForTurn(turn, reader.at).as('isWaiting'),
      sql<string>`coalesce(applicant_name, teacher.name, ${nameSubmitted}, nick_name, '')`.as('name'),
      // Applicants who left the school have no search text of a teacher.
      sql<string>`case when teacher.name = coalesce(applicant_name, teacher.name) then teacher.search_text
        else ' ' || lower(coalesce(applicant_name, ${nameSubmitted}, nick_name)) end`.as('searchText'),
      unlessUnfinished<string>('project.no').as('no'),
      unlessUnfinished<string>('project.title_series').as('titleSeries'),
      unlessUnfinished<string>('project.title_level').as('titleLevel'),
      unlessUnfinished<string>('project.title_name').as('titleName'),
      sql<number>`array_position(${Object.keys(levelWords)}::text[], project.title_level)`.as('levelOrder'),
      unlessUnfinished<string>('project.kind').as('kind'),
      unlessUnfinished<Date>('project.submitted_at').as('submittedAt'),
    ])
    .where(isShown);

type ListSchema = Schema & { shown: InferResult<ReturnType<typeof visible>>[number] };

/** Ids of the school in a filter and of the units below it. */
const schoolIdsOf = async (db: Db, { schoolId }: Pick<ProjectFilters, 'schoolId'>) =>
  schoolId === undefined ? undefined : findSubtreeIds(db, 'dept', [schoolId]);

export const selectProjects = async (db: Db, reader: Principal, filters: ProjectFilters, shown?: Shown) => {
  const { id, cycleId, state, blurry, titleSeries, titleLevel, titleName, kind, waiting, checkStep } =
    filters;
  const { publicity, createTime, updateTime } = filters;
  const schoolIds = await schoolIdsOf(db, filters);
  return {
    query: db
      .selectFrom(visible(db, reader, shown).as('shown'))
      .$call(whereGiven(id, (rows, given) => rows.where('shown.id', '=', given)))
      .$call(whereGiven(cycleId, (rows, given) => rows.where('cycleId', '=', given)))
      .$call(whereGiven(state, (rows, given) => rows.where('shown.state', '=', given)))
      .$call(whereGiven(titleSeries, (rows, given) => rows.where('titleSeries', '=', given)))
      .$call(whereGiven(titleLevel, (rows, given) => rows.where('titleLevel', '=', given)))
      .$call(whereGiven(titleName, (rows, part) => rows.where(contains('titleName', part))))
      .$call(whereGiven(publicity, (rows, given) => rows.where(isPublicised(given, reader.at))))
      .$call(whereGiven(updateTime, (rows, range) => rows.where(isWithin('updateTime', range))))
      .$call(whereGiven(kind, (rows, given) => rows.where('shown.kind', '=', given)))
      .$call(whereGiven(checkStep, (rows, given) => rows.where('checkStep', '=', given)))
      .$call(whereGiven(waiting, (rows, given) => rows.where(isWaiting(given, reader.at))))
      .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('submittedAt', range))))
      .$call(
        whereGiven(schoolIds, (rows, given) =>
          rows.where(sql<boolean>`"schoolId" = any(${given}::bigint[])`),
        ),
      )
      .$call(
        whereGiven(blurry, (rows, given) =>
          rows.where((where) =>
            where.or([
              where('searchText', 'like', wordPattern(given)),
              where('shown.no', 'like', likePattern(given)),
            ]),
          ),
        ),
      ),
  };
};

const columns = [
  'shown.id',
  'cycleId',
  'cycleName',
  'shown.no',
  'shown.name',
  'schoolName',
  'institution',
  'shown.state',
  'checkStep',
  'titleSeries',
  'titleLevel',
  'titleName',
  'shown.kind',
  'submittedAt',
  'updateTime',
  'shown.version',
  'isReadable',
  'isWaiting',
] as const;

const ordering = {
  sortable: {
    id: 'shown.id',
    no: 'shown.no',
    name: 'shown.name',
    schoolName: 'schoolOrder',
    submittedAt: 'submittedAt',
    updateTime: 'updateTime',
  },
  order: [['shown.id', 'desc']],
} satisfies Ordering<ListSchema, 'shown'>;

/** Default order: projects that wait for the reader, then the newest. */
const order: Ordering<ListSchema, 'shown'> = {
  ...ordering,
  order: [['isWaiting', 'desc'], ...ordering.order],
};

/** Order of printed sheets, as offices circulate them: newest cycle, school, series, level (highest first), name. */
const sheetOrder: Ordering<ListSchema, 'shown'> = {
  ...ordering,
  order: [
    ['cycleId', 'desc'],
    ['schoolOrder', 'asc'],
    ['titleSeries', 'asc'],
    ['levelOrder', 'asc'],
    ['shown.name', 'asc'],
    ['shown.id', 'asc'],
  ],
};

/** The step in which the reader checks; null if they only read. */
const turnOfReader = async (db: Db, reader: Principal): Promise<Turn | null> => {
  if (reader.deptScope === null) return holds(reader, ['project:decide']) ? 'office' : null;
  return holds(reader, ['project:check']) ? ownStep(db, reader) : null;
};

/** Adds the current publicity to rows that wait for its end. */
const withPublicity = async <R extends { id: number; state: ProjectState }>(
  db: Db,
  { at }: Principal,
  rows: readonly R[],
) => {
  const waiting = rows.filter(({ state }) => state === 'unitPublicity').map(({ id }) => id);
  const found = waiting.length > 0 ? await findPublicised(db, waiting) : [];
  const today = dayOf(at);
  const byProject = new Map(found.map((one) => [one.projectId, { ...one, isOver: one.endsOn < today }]));
  return rows.map((row) => ({ ...row, publicity: byProject.get(row.id) ?? null }));
};

/** Adds the abilities of the reader: whether they can pass on the row for a college or a supervising body. */
const withAbilities = <R extends { checkStep: Turn | null }>(turn: Turn | null, rows: readonly R[]) =>
  rows.map((row) => ({
    ...row,
    can: (turn === 'college' || turn === 'body') && row.checkStep === turn ? { pass: true as const } : {},
  }));

type Rows = SelectQueryBuilder<ListSchema, 'shown', object>;

/**
 * A page in the default order. Waiting and other rows are read separately in the order of their ids: an index serves
 * the first pages, while one sorted query would read all rows.
 */
const paginateWaitingFirst = async <O extends object>(
  { page, size }: Paging,
  query: SelectQueryBuilder<ListSchema, 'shown', O>,
) => {
  const part = (isWaiting: boolean, { limit, offset }: { limit: number; offset: number }) =>
    (query as Rows)
      .clearSelect()
      .select('shown.id')
      .where('isWaiting', '=', isWaiting)
      .orderBy('shown.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
  const offset = page * size;
  const [first, { total, waiting }] = await Promise.all([
    part(true, { limit: size, offset }),
    (query as Rows)
      .clearSelect()
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) filter (where "isWaiting")`.as('waiting'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const missing = Math.min(size, total - offset) - first.length;
  const others =
    missing > 0 ? await part(false, { limit: missing, offset: Math.max(0, offset - waiting) }) : [];
  const ids = [...first, ...others].map(({ id }) => id);
  const content = ids.length > 0 ? await byKeys(query, ids, undefined, order).execute() : [];
  return { content: content as O[], totalElements: total };
};

export const findProjects = async (db: Db, reader: Principal, query: Paging & ProjectFilters) => {
  const turn = await turnOfReader(db, reader);
  const { query: found } = await selectProjects(db, reader, query, { turn });
  const rows = found.select(columns);
  const { content, totalElements } = query.sort?.length
    ? await paginateByKeys(query, rows, ordering)
    : await paginateWaitingFirst(query, rows);
  return { content: withAbilities(turn, await withPublicity(db, reader, content)), totalElements };
};

const BATCH_SIZE = 500;

/** All projects of a list for its export or a sheet, waiting or not. */
export async function* streamProjects(
  db: Db,
  reader: Principal,
  query: Pick<Paging, 'sort'> & ProjectFilters,
  usual: 'list' | 'sheet' = 'list',
) {
  const { query: found } = await selectProjects(db, reader, query);
  let batch = [];
  const rows = streamed(found.select(columns), query.sort, usual === 'sheet' ? sheetOrder : ordering);
  for await (const row of rows) {
    if (batch.push(row) < BATCH_SIZE) continue;
    yield* await withPublicity(db, reader, batch);
    batch = [];
  }
  yield* await withPublicity(db, reader, batch);
}

/** Names of the applicants of these projects, limited to projects that the reader checks. */
export const findCheckedNames = async (db: Db, reader: Principal, ids: readonly number[]) => {
  const rows = await visible(db, reader).where('project.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

export const countStages = async (
  db: Db,
  reader: Principal,
  filters: z.output<typeof projectListApi.stages.query>,
): Promise<{ state: ProjectState; count: number }[]> => {
  const { query } = await selectProjects(db, reader, filters);
  return (
    query
      .select(['shown.state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('shown.state')
      // A fixed order, since the order of the rows would reveal hidden ones.
      .orderBy('shown.state')
      .execute()
  );
};

/** Cycles in which the reader has projects to check or to count, newest first. */
export const findCheckedCycles = (db: Db, reader: Principal) =>
  db
    .selectFrom('cycle')
    .select(['id', 'name', 'suspended_reason as suspendedReason'])
    .where((where) =>
      where.exists(
        where
          .selectFrom('project')
          .select('project.id')
          .whereRef('project.cycle_id', '=', 'cycle.id')
          .where(isCounted(reader)),
      ),
    )
    .orderBy('id', 'desc')
    .execute();

/** The commitment that a school signs to report in a cycle, and the supervising body that gets the report first. */
export const findEmployerCommitment = async (db: Db, reader: Principal, cycleId: number) => {
  const cycles = await findCheckedCycles(db, reader);
  if (!cycles.some(({ id }) => id === cycleId)) throw notFound('批次');
  const { employerCommitment, bodyClosesAt } = await findProjectCycle(db, cycleId);
  return { text: employerCommitment, body: await findReceiver(db, reader, { bodyClosesAt }) };
};
