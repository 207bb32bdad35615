import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Places whose expert must not, or cannot, review the file any more: a conflict came up, or he was disabled. */
export const isFlaggedPlace = sql<boolean>`assignment.state in ('proposed', 'released', 'accepted', 'reviewing', 'returned')
  and (has_blocking_conflict(assignment.project_id, assignment.expert_id)
    or not (select enabled from expert where expert.id = assignment.expert_id))`;

/** Pairs of a draw that wait for release and may not be released as they are. */
export const countFlagged = async (db: Db, drawId: number): Promise<number> => {
  const { flagged } = await db
    .selectFrom('assignment')
    .select(({ fn }) => fn.countAll<number>().as('flagged'))
    .where('draw_id', '=', drawId)
    .where('state', '=', 'proposed')
    .where(isFlaggedPlace)
    .executeTakeFirstOrThrow();
  return flagged;
};
