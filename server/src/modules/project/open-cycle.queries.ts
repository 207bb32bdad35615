import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { findProjectCycle, type ProjectCycle, windowDenial } from './project-cycle.queries.ts';

/** A cycle that accepts projects now; throws with the reason if it does not. */
export const findOpenCycle = async (db: Db, { at }: Principal, id: number): Promise<ProjectCycle> => {
  const published = await db
    .selectFrom('cycle')
    .select('id')
    .where('id', '=', id)
    .where('state', '<>', 'draft')
    .executeTakeFirst();
  if (!published) throw notFound('评审批次');
  const cycle = await findProjectCycle(db, id);
  if (cycle.suspendedReason !== null)
    throw badRequest('project.suspended', `批次已暂停：${cycle.suspendedReason}`);
  const closed = windowDenial(cycle, { begunAt: at, arrivedAt: at });
  if (closed) throw badRequest('project.window', closed);
  return cycle;
};

/** Cycles that a school may import into now, the earliest end first. */
export const findOpenCycles = (db: Db, { at }: Principal) =>
  db
    .selectFrom('cycle')
    .select(['id', 'name', 'apply_closes_at as applyClosesAt'])
    .where('state', 'in', ['published', 'applying', 'checking'])
    .where('suspended_reason', 'is', null)
    .where('apply_opens_at', '<=', at)
    .where('apply_closes_at', '>=', at)
    .orderBy('apply_closes_at')
    .orderBy('id')
    .execute();
