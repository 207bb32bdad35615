import type { z } from 'zod';
import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import type { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/database/edit-lock.ts';
import type { Principal } from '../../platform/auth/principal.ts';

type DictInput = z.output<typeof dictApi.create.body>;
type DictChange = z.output<typeof dictApi.update.body>;
type DetailInput = z.output<typeof dictApi.createDetail.body>;
type DetailChange = z.output<typeof dictApi.updateDetail.body>;

/** Dictionaries that the product itself reads, each with the rows that use a value of it. */
const usedBy: Record<string, ((tx: Tx, value: string) => Promise<number>)[]> = {
  user_status: [],
  dept_status: [],
  job_status: [],
  [SUBJECT_CATALOG_DICT]: [(tx, value) => countWhere(tx, 'subject', 'catalog', value)],
  teacher_type: [(tx, value) => countWhere(tx, 'teacher', 'type', value)],
  title_series: [
    (tx, value) => countWhere(tx, 'expert', 'title_series', value),
    (tx, value) => countWhere(tx, 'teacher', 'title_series', value),
    (tx, value) => countWhere(tx, 'title_name', 'series', value),
  ],
  title_level: [
    (tx, value) => countWhere(tx, 'expert', 'title_level', value),
    (tx, value) => countWhere(tx, 'teacher', 'title_level', value),
    (tx, value) => countWhere(tx, 'title_name', 'level', value),
  ],
};

const countWhere = async (
  tx: Tx,
  table: 'subject' | 'expert' | 'teacher' | 'title_name',
  column: 'catalog' | 'type' | 'title_series' | 'title_level' | 'series' | 'level',
  value: string,
) => {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column as never, '=', value as never)
    .executeTakeFirstOrThrow();
  return count;
};

/** Clients of the eladmin family read from these what their switches and filters say. */
const states = new Set(['user_status', 'dept_status', 'job_status']);

const constraints = {
  dict_name_key: ['name', '字典名称已存在'],
  dict_detail_dict_id_value_key: ['value', '字典值已存在'],
  dict_detail_dict_id_fkey: ['dict', '字典不存在'],
} satisfies Parameters<typeof explainBroken>[0];

export const createDict = (db: Db, actor: Principal, dict: DictInput) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('dict')
        .values({ ...dict, update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actorId: actor.userId,
        action: 'dict.created',
        entity: 'dict',
        entityId: id,
        detail: dict,
      });
      return { id };
    }),
  );

export const updateDict = (db: Db, actor: Principal, { id, version, ...dict }: DictChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const stored = await tx
        .selectFrom('dict')
        .select(['name', 'version', 'update_by', 'update_time'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!stored) throw notFound('字典');
      await refuseStale(tx, stored, version);
      if (stored.name !== dict.name && Object.hasOwn(usedBy, stored.name))
        throw fieldError('dict.built_in', 'name', '内置字典不能改名');
      await tx
        .updateTable('dict')
        .set({ ...dict, ...editedBy(actor.username, stored) })
        .where('id', '=', id)
        .execute();
      await audit(tx, {
        actorId: actor.userId,
        action: 'dict.changed',
        entity: 'dict',
        entityId: id,
        detail: dict,
      });
    }),
  );

export const deleteDicts = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    const gone = await tx.deleteFrom('dict').where('id', 'in', ids).returning(['id', 'name']).execute();
    const builtIn = gone.find((dict) => Object.hasOwn(usedBy, dict.name));
    if (builtIn) throw badRequest('dict.built_in', `内置字典「${builtIn.name}」不能删除`);
    for (const { id, name } of gone)
      await audit(tx, {
        actorId: actor.userId,
        action: 'dict.deleted',
        entity: 'dict',
        entityId: id,
        detail: { name },
      });
  });

const columnsOf = (detail: DetailInput) => ({
  dict_id: detail.dict.id,
  label: detail.label,
  value: detail.value,
  dict_sort: detail.dictSort,
});

export const createDetail = (db: Db, actor: Principal, detail: DetailInput) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('dict_detail')
        .values({ ...columnsOf(detail), update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actorId: actor.userId,
        action: 'dict_detail.created',
        entity: 'dict_detail',
        entityId: id,
        detail,
      });
      return { id };
    }),
  );

/** Refuse while rows of the product use the stored value. */
const requireUnused = async (tx: Tx, stored: { name: string; value: string }, what: string) => {
  if (states.has(stored.name))
    throw badRequest('dict.built_in', `字典「${stored.name}」的值由系统内置，${what}`);
  for (const count of usedBy[stored.name] ?? []) {
    const users = await count(tx, stored.value);
    if (users > 0)
      throw badRequest('dict.in_use', `字典值「${stored.value}」正被 ${users} 条数据使用，${what}`);
  }
};

const lockDetail = async (tx: Tx, id: number) => {
  const stored = await tx
    .selectFrom('dict_detail')
    .innerJoin('dict', 'dict.id', 'dict_detail.dict_id')
    .select(['dict.name', 'dict_detail.value', 'dict_detail.dict_id as dictId'])
    .select(['dict_detail.version', 'dict_detail.update_by', 'dict_detail.update_time'])
    .where('dict_detail.id', '=', id)
    .forUpdate('dict_detail')
    .executeTakeFirst();
  if (!stored) throw notFound('字典项');
  return stored;
};

export const updateDetail = (db: Db, actor: Principal, { id, version, ...detail }: DetailChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const stored = await lockDetail(tx, id);
      await refuseStale(tx, stored, version);
      if (stored.value !== detail.value || stored.dictId !== detail.dict.id)
        await requireUnused(tx, stored, '不能修改');
      await tx
        .updateTable('dict_detail')
        .set({ ...columnsOf(detail), ...editedBy(actor.username, stored) })
        .where('id', '=', id)
        .execute();
      await audit(tx, {
        actorId: actor.userId,
        action: 'dict_detail.changed',
        entity: 'dict_detail',
        entityId: id,
        detail,
      });
    }),
  );

export const deleteDetail = (db: Db, actor: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const stored = await lockDetail(tx, id);
    await requireUnused(tx, stored, '不能删除');
    await tx.deleteFrom('dict_detail').where('id', '=', id).execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'dict_detail.deleted',
      entity: 'dict_detail',
      entityId: id,
      detail: { name: stored.name, value: stored.value },
    });
  });
