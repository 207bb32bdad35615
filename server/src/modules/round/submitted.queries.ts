import { sql } from 'kysely';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { Db } from '../../platform/database/db.ts';

type SubmittedMaterial = { assignmentId: number; version: number; at: Date; opinion: FilledForm };

/** All opinions ever submitted at these places, oldest first, including returned and recalled ones. */
export const findSubmitted = async (db: Db, ids: readonly number[]): Promise<SubmittedMaterial[]> => {
  const { rows } = await sql<SubmittedMaterial>`
    select revision.assignment_id as "assignmentId", revision.version, max(event.at) as at, revision.opinion
    from audit_event event join review_revision revision
      on revision.assignment_id = event.entity_id::bigint and revision.version = (event.detail ->> 'opinionVersion')::integer
    where event.entity = 'assignment' and event.entity_id = any(${ids.map(String)}::text[])
      and event.action = 'assignment.submitted'
    group by revision.assignment_id, revision.version, revision.opinion
    order by revision.assignment_id, revision.version`.execute(db);
  return rows;
};
