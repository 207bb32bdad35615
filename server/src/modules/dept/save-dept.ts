import { sql } from 'kysely';
import type { z } from 'zod';
import { EXPERT_DEPT_ID, SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { badRequest, fieldError, forbidden, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edit-lock.ts';
import { searchTextOf } from '../../platform/pinyin.ts';
import type { Principal } from '../../platform/principal.ts';
import { subtreeIds } from '../../platform/tree-rows.ts';

type DeptInput = z.output<typeof deptApi.create.body>;
type DeptChange = z.output<typeof deptApi.update.body>;

/** Departments that the specification names by their id. */
const BUILT_IN: readonly number[] = [EXPERT_DEPT_ID, ...SCHOOL_ROOT_IDS];

/** What is in the actor's scope he may change; only who sees all may touch a root. */
const requireInScope = (actor: Principal, id: number | null) => {
  if (actor.deptScope !== null && (id === null || !actor.deptScope.includes(id))) throw forbidden();
};

const requireParent = async (tx: Tx, pid: number | null) => {
  if (pid === null) return;
  const parent = await tx.selectFrom('dept').select('id').where('id', '=', pid).forShare().executeTakeFirst();
  if (!parent) throw fieldError('dept.unknown_parent', 'pid', '上级部门不存在');
};

const columnsOf = (dept: DeptInput) => ({
  pid: dept.pid,
  name: dept.name,
  enabled: dept.enabled,
  sort: dept.deptSort,
  search_text: searchTextOf(dept.name),
});

export const createDept = (db: Db, actor: Principal, dept: DeptInput) => {
  requireInScope(actor, dept.pid);
  return inTransaction(db, async (tx) => {
    await requireParent(tx, dept.pid);
    const { id } = await tx
      .insertInto('dept')
      .values({ ...columnsOf(dept), update_by: actor.username })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, {
      actorId: actor.userId,
      action: 'dept.created',
      entity: 'dept',
      entityId: id,
      detail: dept,
    });
    return { id };
  });
};

/** Moving one node below another while somebody does the reverse would close a circle; moves take turns. */
const lockTree = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('dept tree', 0))`.execute(tx);

export const updateDept = (db: Db, actor: Principal, dept: DeptChange) => {
  requireInScope(actor, dept.id);
  return inTransaction(db, async (tx) => {
    await lockTree(tx);
    const stored = await tx
      .selectFrom('dept')
      .select(['pid', 'version', 'update_by', 'update_time'])
      .where('id', '=', dept.id)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw notFound('部门');
    refuseStale(stored, dept.version);
    if (stored.pid !== dept.pid) await requireMove(tx, actor, dept);
    await tx
      .updateTable('dept')
      .set({ ...columnsOf(dept), ...editedBy(actor.username, stored) })
      .where('id', '=', dept.id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'dept.changed',
      entity: 'dept',
      entityId: dept.id,
      detail: dept,
    });
  });
};

const subtreeOf = async (tx: Tx, ids: number[]) => {
  const rows = await tx.selectFrom('dept').select('id').where('id', 'in', subtreeIds('dept', ids)).execute();
  return rows.map(({ id }) => id);
};

const requireMove = async (tx: Tx, actor: Principal, { id, pid }: DeptChange) => {
  requireInScope(actor, pid);
  if (BUILT_IN.includes(id)) throw fieldError('dept.built_in', 'pid', '内置部门不能移动');
  await requireParent(tx, pid);
  if (pid === null) return;
  if ((await subtreeOf(tx, [id])).includes(pid))
    throw fieldError('dept.cycle', 'pid', '上级不能为自己或自己的下级');
};

export const deleteDepts = (db: Db, actor: Principal, ids: number[]) => {
  for (const id of ids) requireInScope(actor, id);
  return inTransaction(db, async (tx) => {
    await lockTree(tx);
    const all = await subtreeOf(tx, ids);
    if (all.length === 0) return;
    if (all.some((id) => BUILT_IN.includes(id))) throw badRequest('dept.built_in', '内置部门不能删除');
    await refuseInUse(tx, all);
    const names = await tx.deleteFrom('dept').where('id', 'in', all).returning(['id', 'name']).execute();
    for (const { id, name } of names)
      await audit(tx, {
        actorId: actor.userId,
        action: 'dept.deleted',
        entity: 'dept',
        entityId: id,
        detail: { name },
      });
  });
};

const refuseInUse = async (tx: Tx, ids: number[]) => {
  const { rows } = await sql<{ users: number; roles: number; experts: number }>`
    select (select count(*) from sys_user where dept_id = any(${ids}::bigint[])) as users,
      (select count(distinct role_id) from role_dept where dept_id = any(${ids}::bigint[])) as roles,
      (select count(*) from expert where school_id = any(${ids}::bigint[])) as experts`.execute(tx);
  const { users, roles, experts } = rows[0] as { users: number; roles: number; experts: number };
  if (users > 0)
    throw badRequest('dept.has_users', `所选部门存在用户关联，请解除后再试！（${users} 个用户）`);
  if (roles > 0)
    throw badRequest('dept.has_roles', `所选部门存在角色关联，请解除后再试！（${roles} 个角色）`);
  if (experts > 0)
    throw badRequest('dept.has_experts', `所选部门存在专家关联，请解除后再试！（${experts} 位专家）`);
};
