import { sql } from 'kysely';
import type { DrawCase } from '@zhiping/shared/rules/draw/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { hasUnreadable } from '../blind-copy/blind-copy.policy.ts';

/** Projects with experts of a draw who could not open one of its materials. */
export const findUnreadable = async (
  db: Db,
  reader: Principal,
  drawId: number,
): Promise<DrawCase['unreadable']> => {
  const rows = await db
    .selectFrom('project')
    .select(sql<string | null>`case when ${isAssigned(reader)} then project.no end`.as('no'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('assignment')
          .select('assignment.id')
          .whereRef('project_id', '=', 'project.id')
          .where('draw_id', '=', drawId)
          .where('assignment.state', '=', 'proposed'),
      ),
    )
    .where(hasUnreadable)
    .orderBy('project.no')
    .execute();
  return { projects: rows.length, named: rows.flatMap(({ no }) => no ?? []) };
};
