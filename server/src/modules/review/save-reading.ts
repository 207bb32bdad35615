import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { NOUN } from '../assignment/assignment-workflow.ts';
import { isOwnDesk } from './review.policy.ts';

type Reading = { id: number; materialId: number; page: number; isRead: boolean };

/** Remember where an expert stopped reading a file of his, and whether he has read it; once read it stays so. */
export const saveReading = async (
  db: Db,
  reader: Principal,
  { id, materialId, page, isRead }: Reading,
): Promise<void> => {
  const { rows } = await sql`insert into review_reading (assignment_id, material_id, page, is_read, seen_at)
    select assignment.id, project_material.id, ${page}, ${isRead}, ${reader.at}
    from assignment join project_material on project_material.project_id = assignment.project_id
    where assignment.id = ${id} and project_material.id = ${materialId} and assignment.accepted_at is not null
      and ${isOwnDesk(reader)}
    on conflict (assignment_id, material_id) do update
      set page = excluded.page, is_read = review_reading.is_read or excluded.is_read, seen_at = excluded.seen_at
    returning material_id`.execute(db);
  if (rows.length === 0) throw notFound(NOUN);
};
