import type { Tx } from '../../platform/database/db.ts';
import { holdsPlace } from './assignment-workflow.ts';

type Wanted = { cycleId: number; expertId: number; most: number };

/**
 * Locks an expert, so that places of several projects filled at once do not exceed the expert's limit. Returns whether
 * one more fits.
 */
export const reserveExpert = async (tx: Tx, { cycleId, expertId, most }: Wanted): Promise<boolean> => {
  const locked = await tx
    .selectFrom('expert')
    .select('id')
    .where('id', '=', expertId)
    .where('enabled', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return false;
  const { load } = await tx
    .selectFrom('assignment')
    .select(({ fn }) => fn.countAll<number>().as('load'))
    .where('expert_id', '=', expertId)
    .where('cycle_id', '=', cycleId)
    .where(holdsPlace)
    .executeTakeFirstOrThrow();
  return Number(load) < most;
};
