import type { Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';

/** Throws if the cycle is suspended: nothing in it can change then. */
export const refuseSuspended = async (tx: Tx, cycleId: number): Promise<void> => {
  const { suspended_reason: reason } = await tx
    .selectFrom('cycle')
    .select('suspended_reason')
    .where('id', '=', cycleId)
    .executeTakeFirstOrThrow();
  if (reason !== null) throw badRequest('project.suspended', `批次已暂停：${reason}`);
};
