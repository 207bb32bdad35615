import { sql } from 'kysely';
import type { z } from 'zod';
import type { RelationWrite } from '@zhiping/shared/contracts/conflict.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { deleteRows, insertRow } from '../../platform/edits/save-row.ts';
import { refusePooled } from '../confirmation/refuse-concerned.ts';
import { requireOffice } from './conflict.policy.ts';
import { findOwnCaseTest } from './own-case.ts';

const entity = { table: 'declared_relation', noun: '利害关系', constraints: {} } as const;

/** Declares a person or unit that an expert must be kept away from. Conflicts follow at once. */
export const declareRelation = (
  db: Db,
  actor: Principal,
  { expertId, ...relation }: z.output<typeof RelationWrite>,
): Promise<{ id: number }> => {
  requireOffice(actor, '专家');
  return inTransaction(db, async (tx) => {
    await refusePooled(tx, actor);
    const expert = await tx
      .selectFrom('expert')
      .select('id')
      .where('id', '=', expertId)
      .forKeyShare()
      .executeTakeFirst();
    if (!expert) throw fieldError('relation.expert', 'expertId', '专家不存在');
    const isOwnCase = await findOwnCaseTest(tx, actor);
    if (isOwnCase(relation))
      throw fieldError(
        'relation.own',
        relation.name === null ? 'unit' : 'name',
        '这关系到您本人的申报，请由其他工作人员登记',
      );
    return insertRow(tx, actor, entity, {
      values: { ...relation, expert_id: expertId, declared_by: 'office' },
      detail: { expertId, ...relation },
    });
  });
};

/** A relation that rules its expert out in a running cycle is lifted by two persons, not deleted by one. */
const refuseBlocking = async (tx: Tx, ids: readonly number[]) => {
  const { rows } = await sql`select from declared_relation relation
      join conflict on conflict.expert_id = relation.expert_id and conflict.kind = case relation.kind
        when 'advisor' then 'advisor' when 'relative' then 'relative' else 'declared' end
      join cycle on cycle.id = conflict.cycle_id
    where relation.id = any(${[...ids]}::bigint[]) and conflict.effective = 'block'
      and cycle.state not in ('draft', 'closed', 'archived') limit 1`.execute(tx);
  if (rows.length > 0)
    throw badRequest(
      'relation.blocking',
      '专家因这条利害关系必须回避，不能直接删除；请在「回避」中提出解除，由他人复核后再删除',
    );
};

/** Deletes what was noted; what experts declared themselves is theirs. */
export const removeRelations = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> => {
  requireOffice(actor, '利害关系');
  return inTransaction(db, async (tx) => {
    await refusePooled(tx, actor);
    const own = await tx
      .selectFrom('declared_relation')
      .select(['id', 'name', 'unit'])
      .where('id', 'in', [...ids])
      .where('declared_by', '=', 'office')
      .forUpdate()
      .execute();
    const isOwnCase = await findOwnCaseTest(tx, actor);
    const wanted = own.filter((relation) => !isOwnCase(relation)).map(({ id }) => id);
    if (wanted.length === 0) throw notFound(entity.noun);
    await refuseBlocking(tx, wanted);
    await deleteRows(tx, actor, entity, wanted);
  });
};
