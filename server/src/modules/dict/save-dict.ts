import type { z } from 'zod';
import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import type { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError } from '../../platform/errors.ts';
import {
  deleteRows,
  type Entity,
  insertRow,
  lockRow,
  saving,
  updateRow,
} from '../../platform/edits/save-row.ts';
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

const dictEntity: Entity<'dict'> = {
  table: 'dict',
  noun: '字典',
  constraints: { dict_name_key: ['name', '字典名称已存在'] },
};

export const createDict = (db: Db, actor: Principal, dict: DictInput) =>
  saving(db, dictEntity, (tx) => insertRow(tx, actor, dictEntity, { values: dict, detail: dict }));

export const updateDict = (db: Db, actor: Principal, { id, version, ...dict }: DictChange) =>
  saving(db, dictEntity, async (tx) => {
    const stored = await lockRow(tx, dictEntity, { id, version });
    if (stored.name !== dict.name && Object.hasOwn(usedBy, stored.name))
      throw fieldError('dict.built_in', 'name', '内置字典不能改名');
    await updateRow(tx, actor, dictEntity, stored, { values: dict, detail: dict });
  });

export const deleteDicts = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    const gone = await deleteRows(tx, actor, dictEntity, ids);
    const builtIn = gone.find((dict) => Object.hasOwn(usedBy, dict.name));
    if (builtIn) throw badRequest('dict.built_in', `内置字典「${builtIn.name}」不能删除`);
  });

const detailEntity: Entity<'dict_detail'> = {
  table: 'dict_detail',
  noun: '字典项',
  constraints: {
    dict_detail_dict_id_value_key: ['value', '字典值已存在'],
    dict_detail_dict_id_fkey: ['dict', '字典不存在'],
  },
};

const columnsOf = (detail: DetailInput) => ({
  dict_id: detail.dict.id,
  label: detail.label,
  value: detail.value,
  dict_sort: detail.dictSort,
});

export const createDetail = (db: Db, actor: Principal, detail: DetailInput) =>
  saving(db, detailEntity, (tx) => insertRow(tx, actor, detailEntity, { values: columnsOf(detail), detail }));

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

/** A detail with the name of its dictionary. */
const lockDetail = async (tx: Tx, wanted: { id: number; version?: number | undefined }) => {
  const stored = await lockRow(tx, detailEntity, wanted);
  const { name } = await tx
    .selectFrom('dict')
    .select('name')
    .where('id', '=', stored.dict_id)
    .executeTakeFirstOrThrow();
  return { ...stored, name };
};

export const updateDetail = (db: Db, actor: Principal, { id, version, ...detail }: DetailChange) =>
  saving(db, detailEntity, async (tx) => {
    const stored = await lockDetail(tx, { id, version });
    if (stored.value !== detail.value || stored.dict_id !== detail.dict.id)
      await requireUnused(tx, stored, '不能修改');
    await updateRow(tx, actor, detailEntity, stored, { values: columnsOf(detail), detail });
  });

export const deleteDetail = (db: Db, actor: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const stored = await lockDetail(tx, { id });
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
