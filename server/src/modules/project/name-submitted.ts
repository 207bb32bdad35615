import { sql } from 'kysely';

/** The applicant's name as last submitted; null before. */
export const nameSubmitted = sql<string | null>`(select content #>> '{person,name}' from project_snapshot
  where project_snapshot.project_id = project.id order by round desc limit 1)`;
