import { changedSlots } from '@zhiping/shared/rules/draw/changes.ts';
import type { Db } from '../../../platform/database/db.ts';

/** The slots of an unreleased result that hold another expert than it gave; a release of them takes a second person. */
export const findChangedSlots = async (db: Db, drawId: number) =>
  changedSlots(
    await db
      .selectFrom('draw_step')
      .select(['kind', 'changes'])
      .where('draw_id', '=', drawId)
      .orderBy('no')
      .execute(),
  );
