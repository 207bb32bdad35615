import { type RawBuilder, sql } from 'kysely';
import type { DrawCase, DrawState } from '@zhiping/shared/rules/draw/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { hasUnreadable } from '../blind-copy/blind-copy.policy.ts';

const findAmong = async (
  db: Db,
  reader: Principal,
  isOfDraw: RawBuilder<boolean>,
): Promise<DrawCase['unreadable']> => {
  const rows = await db
    .selectFrom('project')
    .select(sql<string | null>`case when ${isAssigned(reader)} then project.no end`.as('no'))
    .where(isOfDraw)
    .where(hasUnreadable)
    .orderBy('project.no')
    .execute();
  return { projects: rows.length, named: rows.flatMap(({ no }) => no ?? []) };
};

/** Projects with experts of a draw who could not open one of its materials. */
export const findUnreadable = (db: Db, reader: Principal, drawId: number) =>
  findAmong(
    db,
    reader,
    sql`exists (select from assignment where assignment.project_id = project.id
      and assignment.draw_id = ${drawId} and assignment.state = 'proposed')`,
  );

type Early = { id: number; cycleId: number; state: DrawState };

/** The same before there is a result: projects of the roster, or those that would stand in it now. */
export const findNotReady = async (db: Db, reader: Principal, { id, cycleId, state }: Early) => {
  if (state === 'planned')
    return findAmong(
      db,
      reader,
      sql`project.cycle_id = ${cycleId} and project.state in ('eligible', 'inExternalReview')`,
    );
  if (state !== 'frozen') return null;
  return findAmong(
    db,
    reader,
    sql`exists (select from draw_file where draw_file.project_id = project.id and draw_file.draw_id = ${id})`,
  );
};
