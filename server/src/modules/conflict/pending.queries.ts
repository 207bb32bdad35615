import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { COMPUTE_KIND } from './compute-conflicts.ts';

/**
 * Refuse what relies on the conflicts of a cycle while they are not known: something changed that nobody has looked at, or all of them are computed
 * anew, where nothing waits any more and nothing is found yet. A merger of schools is both, one after the other.
 */
export const refusePending = async (
  tx: Tx,
  { cycleId, todo }: { cycleId: number; todo: string },
): Promise<void> => {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from conflict_due) or exists (select from task
      where key = ${`${COMPUTE_KIND}:${cycleId}`} and state in ('waiting', 'running')) as pending`.execute(
    tx,
  );
  if (rows[0]?.pending) throw badRequest('draw.conflicts', `回避关系正在更新，请稍后再${todo}`);
};
