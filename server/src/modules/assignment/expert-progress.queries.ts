import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import type { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment-states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { forbidden } from '../../platform/errors.ts';
import { type Ordering, paginate, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { isOthersPlace } from './assignment.policy.ts';
import { holdsPlace } from './assignment-workflow.ts';
import { isTaskMarked, taskMarkNames } from './file-marks.queries.ts';

type Filters = Omit<z.output<typeof reviewBoardApi.experts.query>, 'page' | 'size' | 'sort'>;

/** Names of experts of all schools: for whoever runs the review. */
const requireOffice = ({ deptScope }: Principal) => {
  if (deptScope !== null) throw forbidden();
};

/** The experts of a round with their places counted, in one grouped pass. */
const loads = (db: Db, reader: Principal, cycleId: number) => {
  const is = isTaskMarked(reader.at);
  const isAwaited = sql<boolean>`assignment.state = any(${awaitedStates}::text[])`;
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

const selectExperts = (db: Db, reader: Principal, { cycleId, task, schoolId, blurry }: Filters) =>
  db
    .selectFrom(loads(db, reader, cycleId).as('load'))
    .innerJoin('expert', 'expert.id', 'load.expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .$call(whereGiven(task, (rows, given) => rows.where(`load.${given}`, '>', 0)))
    .$call(whereGiven(schoolId, (rows, given) => rows.where('expert.school_id', '=', given)))
    .$call(whereGiven(blurry, (rows, given) => rows.where('expert.name', 'ilike', likePattern(given))))
    .select([
      'load.expert_id as expertId',
      'expert.name',
      'dept.name as schoolName',
      'load.tasks',
      ...taskMarkNames.map((mark) => `load.${mark}` as const),
      'load.due_at as dueAt',
      'load.submitted_at as submittedAt',
      // Read for the rows that are shown alone.
      sql<Date | null>`(select max(saved_at) from assignment join review on assignment_id = assignment.id
        where assignment.expert_id = load.expert_id and cycle_id = ${cycleId}
          and state = any(${awaitedStates}::text[]) and ${isOthersPlace(reader)})`.as('draftAt'),
    ]);

/** Who is late first, then who has most left. */
export const expertOrdering = {
  sortable: {
    name: 'expert.name',
    tasks: 'load.tasks',
    unsigned: 'load.unsigned',
    open: 'load.open',
    late: 'load.late',
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

/** How far each expert of a round is. */
export const findExpertProgress = (db: Db, reader: Principal, query: Paging & Filters) => {
  requireOffice(reader);
  return paginate(query, selectExperts(db, reader, query), expertOrdering);
};

/** All of them, for an export. */
export const streamExpertProgress = (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & Filters) => {
  requireOffice(reader);
  return streamed(selectExperts(db, reader, query), query.sort, expertOrdering);
};
