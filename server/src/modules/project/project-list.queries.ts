import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import type { ProjectFilters, projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { ProjectState, Turn } from '@zhiping/shared/rules/project-states.ts';
import { lastOver } from '@zhiping/shared/rules/review-rules/moments.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern, wordPattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { contains, isWithin, whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, paginateByKeys, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { ownStep } from './checking-as.ts';
import { findProjectCycle } from './project-cycle.queries.ts';
import { findPublicised } from './publicised.queries.ts';
import { isPublicised, isWaiting } from './waiting.ts';
import { isChecked, isCounted, isUnfinished } from './project.policy.ts';

const unlessUnfinished = <V>(column: string) =>
  sql<V | null>`case when ${isUnfinished} then null else ${sql.ref(column)} end`;

/** Of whoever is neither a teacher of his school nor has an account any more. */
const nameHandedIn = sql<string | null>`(select content -> 'person' ->> 'name' from project_snapshot
  where project_snapshot.project_id = project.id order by round desc limit 1)`;

/** The rows before anything is filtered or sorted by them: what may not be seen is not there to be asked for. */
const visible = (db: Db, reader: Principal, isShown = isChecked(reader)) =>
  db
    .selectFrom('project')
    // Left joins, although there always is one: they are left out where nothing of them is asked for.
    .leftJoin('cycle', 'cycle.id', 'cycle_id')
    .leftJoin('dept', 'dept.id', 'school_id')
    // His account may be gone.
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
      sql<string>`dept.name`.as('schoolName'),
      'project.state',
      'project.update_time as updateTime',
      sql<Turn | null>`case
        when project.state = 'reported'
          then case when check_step = 'body' and body_closes_at > ${lastOver(reader.at)} then 'body' else 'office' end
        when project.state <> 'submitted' then null
        when check_step = 'college' and college_closes_at > ${lastOver(reader.at)} then 'college' else 'school' end`.as(
        'checkStep',
      ),
      // What an officer of the institution or of the unit where it is registered has to do next.
      sql<boolean>`project.state in ('submitted', 'unitPublicity')`.as('isWaiting'),
      sql<string>`coalesce(teacher.name, nick_name, ${nameHandedIn}, '')`.as('name'),
      // Whoever left his school has no words of a teacher any more.
      sql<string>`coalesce(teacher.search_text, ' ' || lower(coalesce(nick_name, ${nameHandedIn})))`.as(
        'searchText',
      ),
      unlessUnfinished<string>('project.no').as('no'),
      unlessUnfinished<string>('project.title_series').as('titleSeries'),
      unlessUnfinished<string>('project.title_level').as('titleLevel'),
      unlessUnfinished<string>('project.title_name').as('titleName'),
      unlessUnfinished<string>('project.kind').as('kind'),
      unlessUnfinished<Date>('project.submitted_at').as('submittedAt'),
    ])
    .where(isShown);

type ListSchema = Schema & { shown: InferResult<ReturnType<typeof visible>>[number] };

/** Ids of the school that a filter names, with what is below it. */
const schoolIdsOf = async (db: Db, { schoolId }: Pick<ProjectFilters, 'schoolId'>) =>
  schoolId === undefined ? undefined : findSubtreeIds(db, 'dept', [schoolId]);

export const selectProjects = async (
  db: Db,
  reader: Principal,
  filters: ProjectFilters,
  isShown = isChecked(reader),
) => {
  const { id, cycleId, state, blurry, titleSeries, titleLevel, titleName, kind, waiting, checkStep } =
    filters;
  const { publicity, createTime, updateTime } = filters;
  const schoolIds = await schoolIdsOf(db, filters);
  return {
    query: db
      .selectFrom(visible(db, reader, isShown).as('shown'))
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
  'shown.state',
  'checkStep',
  'titleSeries',
  'titleLevel',
  'titleName',
  'shown.kind',
  'submittedAt',
  'updateTime',
] as const;

const ordering = {
  sortable: {
    id: 'shown.id',
    no: 'shown.no',
    name: 'shown.name',
    schoolName: 'schoolName',
    submittedAt: 'submittedAt',
    updateTime: 'updateTime',
  },
  order: [['shown.id', 'desc']],
} satisfies Ordering<ListSchema, 'shown'>;

/** The newest first; before them, for those who check for a school or a college, what waits for their step. */
const orderFor = ({ deptScope }: Principal): Ordering<ListSchema, 'shown'> =>
  deptScope === null ? ordering : { ...ordering, order: [['isWaiting', 'desc'], ...ordering.order] };

/** Rows with the publicity in which they are, while they wait for its end. */
const withPublicity = async <R extends { id: number; state: ProjectState }>(db: Db, rows: readonly R[]) => {
  const waiting = rows.filter(({ state }) => state === 'unitPublicity').map(({ id }) => id);
  const found = waiting.length > 0 ? await findPublicised(db, waiting) : [];
  const byProject = new Map(found.map((one) => [one.projectId, one]));
  return rows.map((row) => ({ ...row, publicity: byProject.get(row.id) ?? null }));
};

/** Whether a row is in the step of a college or a supervising body for which the reader checks. */
const withAbilities = async <R extends { checkStep: Turn | null }>(
  db: Db,
  reader: Principal,
  rows: readonly R[],
) => {
  const isBesideSchool = ({ checkStep }: R) => checkStep === 'college' || checkStep === 'body';
  const mayCheck = reader.deptScope !== null && holds(reader, ['project:check']);
  const step = mayCheck && rows.some(isBesideSchool) ? await ownStep(db, reader) : null;
  return rows.map((row) => ({
    ...row,
    can: isBesideSchool(row) && row.checkStep === step ? { pass: true as const } : {},
  }));
};

/** The applications of the reader's schools. */
export const findProjects = async (db: Db, reader: Principal, query: Paging & ProjectFilters) => {
  const { query: found } = await selectProjects(db, reader, query);
  const { content, totalElements } = await paginateByKeys(query, found.select(columns), orderFor(reader));
  return { content: await withAbilities(db, reader, await withPublicity(db, content)), totalElements };
};

const BATCH_SIZE = 500;

/** Every application of a list for its export. */
export async function* streamProjects(
  db: Db,
  reader: Principal,
  query: Pick<Paging, 'sort'> & ProjectFilters,
) {
  const { query: found } = await selectProjects(db, reader, query);
  let batch = [];
  for await (const row of streamed(found.select(columns), query.sort, orderFor(reader))) {
    if (batch.push(row) < BATCH_SIZE) continue;
    yield* await withPublicity(db, batch);
    batch = [];
  }
  yield* await withPublicity(db, batch);
}

/** Whose applications these are, of those that the reader checks. */
export const findCheckedNames = async (db: Db, reader: Principal, ids: readonly number[]) => {
  const rows = await visible(db, reader).where('project.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** How many applications stand in each state. */
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
      // Else in the order of the rows, which is for nobody to know.
      .orderBy('shown.state')
      .execute()
  );
};

/** Cycles in which the reader has applications to check or to count, the newest first. */
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

/** The commitment that a school signs when it reports to one of these cycles. */
export const findEmployerCommitment = async (db: Db, reader: Principal, cycleId: number) => {
  const cycles = await findCheckedCycles(db, reader);
  if (!cycles.some(({ id }) => id === cycleId)) throw notFound('批次');
  const { employerCommitment } = await findProjectCycle(db, cycleId);
  return { text: employerCommitment };
};
