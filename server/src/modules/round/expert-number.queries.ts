import type { Db } from '../../platform/database/db.ts';
import { isOnRecord, type StoredAssignment } from '../assignment/assignment-workflow.ts';
import { expertNumbersOf } from '../mapping/mapping.policy.ts';

/** The number of an expert at a project, where names are hidden. */
export const expertNumberOf = async (
  db: Db,
  { id, project_id }: Pick<StoredAssignment, 'id' | 'project_id'>,
): Promise<number | undefined> => {
  const places = await db
    .selectFrom('assignment')
    .select('id as assignmentId')
    .where('project_id', '=', project_id)
    .where(isOnRecord)
    .where('state', '<>', 'proposed')
    .execute();
  return expertNumbersOf(places).get(id);
};
