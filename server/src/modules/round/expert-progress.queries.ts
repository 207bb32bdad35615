import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import type { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { badRequest, forbidden } from '../../platform/errors.ts';
import { type Ordering, paginate, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { isOthersPlace } from '../assignment/assignment.policy.ts';
import { holdsPlace, isAwaited } from '../assignment/assignment-workflow.ts';
import { isOthersRequest } from './extension-requests.ts';
import { isTaskMarked, taskMarkNames } from './project-marks.queries.ts';
import { unitName } from '../school/unit-name.ts';

type Filters = Omit<z.output<typeof reviewBoardApi.experts.query>, 'page' | 'size' | 'sort'>;

/** Names of experts of all schools: only for those who run the review. */
const requireOffice = ({ deptScope }: Principal) => {
  if (deptScope !== null) throw forbidden();
};

/** The experts of a round with their places counted, in one grouped pass. */
const loads = (db: Db, reader: Principal, cycleId: number) => {
  const is = isTaskMarked({ cycleId, at: reader.at });
  return db
    .selectFrom('assignment')
    .select([
      'expert_id',
      sql<number>`count(*)::integer`.as('tasks'),
      ...taskMarkNames.map((mark) => sql<number>`(count(*) filter (where ${is[mark]}))::integer`.as(mark)),
      sql<Date | null>`min(due_at) filter (where ${isAwaited})`.as('due_at'),
      sql<Date | null>`max(submitted_at)`.as('submitted_at'),
    ])
    .where('cycle_id', '=', cycleId)
    .where(isOthersPlace(reader))
    .where(holdsPlace)
    .where('state', '<>', 'proposed')
    .groupBy('expert_id');
};

export type LoadSchema = Schema & { load: InferResult<ReturnType<typeof loads>>[number] };

const selectExperts = async (
  db: Db,
  reader: Principal,
  { cycleId, expertId, task, hasRequest, schoolId, blurry }: Filters,
) => {
  const schoolIds = schoolId === undefined ? undefined : await findSubtreeIds(db, 'dept', [schoolId]);
  const query = db
    .selectFrom(loads(db, reader, cycleId).as('load'))
    .innerJoin('expert', 'expert.id', 'load.expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .leftJoin('extension_request', (join) =>
      join
        .onRef('extension_request.expert_id', '=', 'load.expert_id')
        .on('extension_request.cycle_id', '=', cycleId)
        .on('extension_request.answer', 'is', null)
        .on(isOthersRequest(reader)),
    )
    .$call(whereGiven(expertId, (rows, given) => rows.where('load.expert_id', '=', given)))
    .$call(whereGiven(task, (rows, given) => rows.where(`load.${given}`, '>', 0)))
    .$call(
      whereGiven(hasRequest, (rows, given) =>
        rows.where('extension_request.id', given ? 'is not' : 'is', null),
      ),
    )
    .$call(
      whereGiven(schoolIds, (rows, given) =>
        rows.where(sql<boolean>`expert.school_id = any(${given}::bigint[])`),
      ),
    )
    .$call(whereGiven(blurry, (rows, given) => rows.where('expert.name', 'ilike', likePattern(given))))
    .select([
      'load.expert_id as expertId',
      'expert.name',
      unitName<string | null>().as('schoolName'),
      'load.tasks',
      ...taskMarkNames.map((mark) => `load.${mark}` as const),
      'load.due_at as dueAt',
      'load.submitted_at as submittedAt',
      'extension_request.reason as requestReason',
      'extension_request.asked_at as requestedAt',
      // Read for the rows that are shown alone.
      sql<Date | null>`(select max(saved_at) from assignment join review on assignment_id = assignment.id
        where assignment.expert_id = load.expert_id and cycle_id = ${cycleId}
          and ${isAwaited} and ${isOthersPlace(reader)})`.as('draftAt'),
    ]);
  return { query };
};

/** Who is late first, then who has most left. */
export const expertOrdering = {
  sortable: {
    name: 'expert.name',
    tasks: 'load.tasks',
    unsigned: 'load.unsigned',
    open: 'load.open',
    late: 'load.late',
    extended: 'load.extended',
    returned: 'load.returned',
    submitted: 'load.submitted',
    dueAt: 'load.due_at',
    submittedAt: 'load.submitted_at',
  },
  order: [
    ['load.late', 'desc'],
    ['load.open', 'desc'],
    ['load.expert_id', 'asc'],
  ],
} satisfies Ordering<LoadSchema, 'load' | 'expert'>;

/** Fields that, compared with the list of projects, would reveal which of them an expert has. */
const revealing = ['dueAt', 'submittedAt', 'returned', 'extended'];

type Row = InferResult<Awaited<ReturnType<typeof selectExperts>>['query']>[number];

/** A row without moments and returns. */
const withoutMoments = (row: Row): Row => ({
  ...row,
  returned: 0,
  extended: 0,
  draftAt: null,
  dueAt: null,
  submittedAt: null,
});

/** A row with its waiting request as one value. */
const withRequest = ({ requestReason, requestedAt, ...row }: Row) => ({
  ...row,
  request:
    requestReason === null || requestedAt === null ? null : { reason: requestReason, askedAt: requestedAt },
});

/** Refuse to find out by order or filter what the columns do not say. */
const requireSilent = ({ task, sort }: Pick<Paging, 'sort'> & Filters): void => {
  const asked = [task, ...(sort ?? []).map((term) => term.split(',')[0])];
  if (asked.some((name) => name !== undefined && revealing.includes(name)))
    throw badRequest('mapping.covered', '本批次不显示专家与材料的对应，不能按退回、延期、截止或提交查找专家');
};

/** Whether the mapping of a cycle is hidden; then nothing here may reveal it. */
const isCovered = async (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & Filters) => {
  const { isCovered: is } = await findMapping(db, reader, query.cycleId);
  if (is) requireSilent(query);
  return is;
};

/** How far each expert of a round is. */
export const findExpertProgress = async (db: Db, reader: Principal, query: Paging & Filters) => {
  requireOffice(reader);
  const isSilent = await isCovered(db, reader, query);
  const found = await selectExperts(db, reader, query);
  const page = await paginate(query, found.query, expertOrdering);
  const content = page.content.map((row) => withRequest(isSilent ? withoutMoments(row) : row));
  return { ...page, content };
};

/** All of them, for an export. */
export async function* streamExpertProgress(
  db: Db,
  reader: Principal,
  query: Pick<Paging, 'sort'> & Filters,
): AsyncGenerator<Row> {
  const isSilent = await isCovered(db, reader, query);
  const found = await selectExperts(db, reader, query);
  for await (const row of streamed(found.query, query.sort, expertOrdering))
    yield isSilent ? withoutMoments(row) : row;
}
