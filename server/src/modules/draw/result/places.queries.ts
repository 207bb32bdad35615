import type { Place } from '@zhiping/shared/rules/draw/changes.ts';
import type { Db } from '../../../platform/database/db.ts';

/** An assignment of an unreleased result. */
export type StoredPlace = Place & { id: number };

/** Assignments of the unreleased result of a draw. */
export const findPlaces = async (db: Db, drawId: number): Promise<StoredPlace[]> => {
  const rows = await db
    .selectFrom('assignment')
    .select(['id', 'project_id', 'expert_id', 'slot', 'parts', 'by_hand', 'is_fixed'])
    .where('draw_id', '=', drawId)
    .where('state', '=', 'proposed')
    .orderBy('project_id')
    .orderBy('slot')
    .execute();
  return rows.map(({ id, project_id, expert_id, slot, parts, by_hand, is_fixed }) => ({
    id,
    file: project_id,
    slot,
    held: { expert: expert_id, parts, byHand: by_hand, isFixed: is_fixed },
  }));
};
