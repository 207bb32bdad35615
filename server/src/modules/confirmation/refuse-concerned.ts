import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { isConcerned, isPooled } from './seconds.queries.ts';

/** Who applies or reviews in a cycle decides about no other project of it either: they compete with it. */
export const refuseConcerned = async (tx: Tx, actor: Principal, cycleId: number): Promise<void> => {
  if (await isConcerned(tx, actor, cycleId))
    throw badRequest('assignment.concerned', '您在本批次申报或评审，请由其他工作人员办理');
};

/** Who is in the pool neither chooses experts nor decides their conflicts: the way could be cleared for themselves. */
export const refusePooled = async (tx: Tx, { userId }: Pick<Principal, 'userId'>): Promise<void> => {
  const { rows } = await sql<{ is: boolean }>`select ${isPooled(sql`${userId}::bigint`)} as is`.execute(tx);
  if (rows[0]!.is) throw badRequest('assignment.pooled', '您是专家库中的专家，请由其他工作人员办理');
};
