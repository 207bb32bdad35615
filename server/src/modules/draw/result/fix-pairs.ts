import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { whereGiven } from '../../../platform/database/where-given.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { refuseConcerned } from '../../confirmation/refuse-concerned.ts';
import { lockDraw } from '../plan-draw.ts';
import { requireOpen } from './open-result.ts';

type Fixing = {
  id: number;
  projectIds?: readonly number[] | undefined;
  assignmentIds?: readonly number[] | undefined;
  isFixed: boolean;
};

/** Fixes pairs for solving again, or frees them: of these projects, these assignments, or all if neither is given. */
export const fixPairs = (
  db: Db,
  actor: Principal,
  { id, projectIds, assignmentIds, isFixed }: Fixing,
): Promise<{ changed: number }> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    requireOpen(stored, suspendedReason);
    await refuseConcerned(tx, actor, stored.cycle_id);
    const { numUpdatedRows } = await tx
      .updateTable('assignment')
      .set({ is_fixed: isFixed })
      .where('draw_id', '=', id)
      .where('state', '=', 'proposed')
      .where('is_fixed', '<>', isFixed)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('project')
            .select('project.id')
            .whereRef('project.id', '=', 'assignment.project_id')
            .where(isAssigned(actor)),
        ),
      )
      .$call(whereGiven(projectIds, (rows, ids) => rows.where('project_id', 'in', [...ids, 0])))
      .$call(whereGiven(assignmentIds, (rows, ids) => rows.where('id', 'in', [...ids, 0])))
      .executeTakeFirstOrThrow();
    const changed = Number(numUpdatedRows);
    if (changed > 0)
      await audit(tx, {
        actorId: actor.userId,
        action: 'draw.fixed',
        entity: 'draw',
        entityId: id,
        detail: { isFixed, pairs: changed },
      });
    return { changed };
  });
