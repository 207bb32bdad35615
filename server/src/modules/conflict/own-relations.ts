import { sql } from 'kysely';
import type { z } from 'zod';
import type { OwnRelationKind, ownRelationApi } from '@zhiping/shared/contracts/own-relation.ts';
import { abilityOf, type Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { insertRow } from '../../platform/edits/save-row.ts';
import { badRequest, denied, notFound } from '../../platform/errors.ts';
import { notifyUsers } from '../../platform/live/messages.ts';

const entity = { table: 'declared_relation', noun: '利害关系', constraints: {} } as const;

/** At any time. Higher than any honest number: trying hundreds of names would keep the worker busy. */
const MOST = 50;
/** While blind projects are reviewed: more would be guesses, each of which the office has to check. */
const MOST_IN_ROUND = 20;

const requireExpert = async (db: Db, { userId }: Principal) => {
  const expert = await db.selectFrom('expert').select('id').where('user_id', '=', userId).executeTakeFirst();
  if (!expert) throw notFound('您的专家档案');
  return expert.id;
};

const declaredBy = (db: Db, expertId: number) =>
  db.selectFrom('declared_relation').where('expert_id', '=', expertId).where('declared_by', '=', 'expert');

/** Since when the expert has a blind project in a round that is not over; null without one. */
const findRoundStart = async (db: Db, expertId: number): Promise<Date | null> => {
  const { since } = await db
    .selectFrom('assignment')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .leftJoin('review_round', 'review_round.cycle_id', 'cycle.id')
    .select(({ fn }) => fn.min('assignment.released_at').as('since'))
    .where('expert_id', '=', expertId)
    .where('cycle.blind', '=', true)
    .where('cycle.state', 'not in', ['closed', 'archived'])
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return since;
};

/** What was declared during a blind round stays until its end: the office decides by it, also about who declared it. */
const removeDenial = (roundStart: Date | null): Denial | null =>
  roundStart && {
    code: 'relation.reviewing',
    message: '匿名评审结束前不能删除；填写有误请联系评审办',
  };

/** Leaves a message for those who decide about conflicts, once while it is unread. It says nothing of what is concerned. */
const notifyOffice = async (tx: Tx, { id, name }: { id: number; name: string }) => {
  const text = `专家${name}申明了利害关系，请核对并决定是否回避。`;
  const link = `/review/conflict?expert=${id}`;
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id
    where u.enabled and r.data_scope = '全部' and m.permission = 'conflict:pin'
      and u.id <> (select user_id from expert where expert.id = ${id})
      and not exists (select from notification told where told.user_id = u.id and read_time is null
        and told.link = ${link} and told.text = ${text})
    order by u.id`.execute(tx);
  await notifyUsers(
    tx,
    rows.map((user) => ({ userId: user.id, link })),
    { kind: 'warning', text },
  );
};

/** Relations declared by the expert; the office's notes may come from a complaint and are hidden from the expert. */
export const findOwnRelations = async (
  db: Db,
  actor: Principal,
): Promise<z.input<typeof ownRelationApi.list.result>> => {
  const expertId = await requireExpert(db, actor);
  const can = { remove: abilityOf(removeDenial(await findRoundStart(db, expertId))) };
  const relations = await declaredBy(db, expertId)
    .select(['id', 'kind', 'name', 'unit', 'reason', 'create_time as createTime'])
    .orderBy('id')
    .$castTo<{
      id: number;
      kind: OwnRelationKind;
      name: string;
      unit: string | null;
      reason: string;
      createTime: Date;
    }>()
    .execute();
  return relations.map((relation) => ({ ...relation, can }));
};

/**
 * Declares a person or unit that the expert must be kept away from. Computed at once; only the office learns which
 * projects it concerns, and decides. Nothing that the expert sees of a blind round depends on it.
 */
export const declareOwnRelation = (
  db: Db,
  actor: Principal,
  relation: z.output<typeof ownRelationApi.declare.body>,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const expertId = await requireExpert(tx, actor);
    const expert = await tx
      .selectFrom('expert')
      .select(['id', 'name'])
      .where('id', '=', expertId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const roundStart = await findRoundStart(tx, expertId);
    const { all, recent } = await declaredBy(tx, expertId)
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(sql<number>`count(*) filter (where create_time >= ${roundStart})`.as('recent'))
      .executeTakeFirstOrThrow();
    if (roundStart && recent >= MOST_IN_ROUND)
      throw badRequest('relation.too_many', `评审期间最多申明 ${MOST_IN_ROUND} 条，其他情形请联系评审办`);
    if (all >= MOST) throw badRequest('relation.too_many', `最多申明 ${MOST} 条，请先删除不再需要的`);
    const added = await insertRow(tx, actor, entity, {
      values: { ...relation, expert_id: expertId, declared_by: 'expert', create_time: actor.at },
      // The related person is private; the record of the change only has the kind.
      detail: { expertId, kind: relation.kind, declaredBy: 'expert' },
    });
    await notifyOffice(tx, expert);
    return added;
  });

/** Removes own declarations; others do not exist for the expert. The record keeps that there was one. */
export const removeOwnRelations = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const expertId = await requireExpert(tx, actor);
    const denial = removeDenial(await findRoundStart(tx, expertId));
    if (denial) throw denied(denial);
    const gone = await tx
      .deleteFrom('declared_relation')
      .where('id', 'in', [...ids])
      .where('expert_id', '=', expertId)
      .where('declared_by', '=', 'expert')
      .returning(['id', 'kind'])
      .execute();
    await auditMany(
      tx,
      gone.map(({ id, kind }) => ({
        actorId: actor.userId,
        action: 'declared_relation.deleted',
        entity: 'declared_relation',
        entityId: id,
        detail: { expertId, kind, declaredBy: 'expert' },
      })),
    );
  });
