import type { Db } from '../../platform/database/db.ts';

/** Valid opinions on a project, ordered by the random id of the assignment so that the order reveals nothing. */
export const findLockedOpinions = (db: Db, projectId: number) =>
  db
    .selectFrom('assignment')
    .innerJoin('review', 'assignment_id', 'assignment.id')
    .select(({ ref }) => ['assignment.id', ref('submitted').$notNull().as('opinion')])
    .where('project_id', '=', projectId)
    .where('assignment.state', '=', 'locked')
    .orderBy('assignment.id')
    .execute();
