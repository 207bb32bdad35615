import type { z } from 'zod';
import type { OwnRelationKind, ownRelationApi } from '@zhiping/shared/contracts/own-relation.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { abilityOf, type Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { deleteRows, insertRow } from '../../platform/edits/save-row.ts';
import { badRequest, denied, notFound } from '../../platform/errors.ts';

const entity = { table: 'declared_relation', noun: '利害关系', constraints: {} } as const;

/** Higher than any honest number: trying hundreds of names would keep the worker busy. */
const MOST = 50;

const requireExpert = async (db: Db, { userId }: Principal) => {
  const expert = await db.selectFrom('expert').select('id').where('user_id', '=', userId).executeTakeFirst();
  if (!expert) throw notFound('您的专家档案');
  return expert.id;
};

const declaredBy = (db: Db, expertId: number) =>
  db.selectFrom('declared_relation').where('expert_id', '=', expertId).where('declared_by', '=', 'expert');

/**
 * Why an expert cannot remove a relation now: by declaring and removing names they could find the applicants of their
 * blind projects by what is halted. So each found name costs its project, and the office sees it.
 */
const findRemoveDenial = async (db: Db, expertId: number): Promise<Denial | null> => {
  const blind = await db
    .selectFrom('assignment')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select('assignment.id')
    .where('expert_id', '=', expertId)
    .where('assignment.state', 'in', awaitedStates)
    .where('cycle.blind', '=', true)
    .limit(1)
    .executeTakeFirst();
  return blind
    ? {
        code: 'relation.reviewing',
        message: '您有匿名评审没有完成，暂不能删除；填写有误请联系评审办',
      }
    : null;
};

/** Relations declared by the expert; the office's notes may come from a complaint and are hidden from the expert. */
export const findOwnRelations = async (
  db: Db,
  actor: Principal,
): Promise<z.input<typeof ownRelationApi.list.result>> => {
  const expertId = await requireExpert(db, actor);
  const can = { remove: abilityOf(await findRemoveDenial(db, expertId)) };
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
 * Declares a person or unit that the expert must be kept away from. Computed at once; only the office learns which projects it concerns.
 */
export const declareOwnRelation = (
  db: Db,
  actor: Principal,
  relation: z.output<typeof ownRelationApi.declare.body>,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const expertId = await requireExpert(tx, actor);
    await tx.selectFrom('expert').select('id').where('id', '=', expertId).forUpdate().execute();
    const { count } = await declaredBy(tx, expertId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST)
      throw badRequest('relation.too_many', `最多申明 ${MOST} 条，请先删除不再需要的`);
    return insertRow(tx, actor, entity, {
      values: { ...relation, expert_id: expertId, declared_by: 'expert' },
      // The related person is private; the record of the change only has the kind.
      detail: { expertId, kind: relation.kind, declaredBy: 'expert' },
    });
  });

/** Removes own declarations; others do not exist for the expert. */
export const removeOwnRelations = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const expertId = await requireExpert(tx, actor);
    const denial = await findRemoveDenial(tx, expertId);
    if (denial) throw denied(denial);
    const own = await declaredBy(tx, expertId)
      .select('id')
      .where('id', 'in', [...ids])
      .forUpdate()
      .execute();
    const wanted = own.map(({ id }) => id);
    if (wanted.length > 0) await deleteRows(tx, actor, entity, wanted);
  });
