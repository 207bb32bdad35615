import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Pairs of a draw that wait for release and that a conflict forbids meanwhile. */
export const countFlagged = async (db: Db, drawId: number): Promise<number> => {
  const { flagged } = await db
    .selectFrom('assignment')
    .select(({ fn }) => fn.countAll<number>().as('flagged'))
    .where('draw_id', '=', drawId)
    .where('state', '=', 'proposed')
    .where(sql<boolean>`has_blocking_conflict(project_id, expert_id)`)
    .executeTakeFirstOrThrow();
  return flagged;
};
