import type { Db } from '../../platform/database/db.ts';

/** The opinions on a file that count, in the order of random numbers, which is that of nothing. */
export const findLockedOpinions = (db: Db, projectId: number) =>
  db
    .selectFrom('assignment')
    .innerJoin('review', 'assignment_id', 'assignment.id')
    .select(['assignment.id', 'opinion'])
    .where('project_id', '=', projectId)
    .where('assignment.state', '=', 'locked')
    .orderBy('assignment.id')
    .execute();
