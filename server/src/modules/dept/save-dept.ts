import { sql } from 'kysely';
import type { z } from 'zod';
import { EXPERT_DEPT_ID, SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, forbidden, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { searchTextOf } from '../../platform/pinyin.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';

type DeptInput = z.output<typeof deptApi.create.body>;
type DeptChange = z.output<typeof deptApi.update.body>;

/** Departments that the specification names by their id. */
const SCHOOL_ROOTS: readonly number[] = SCHOOL_ROOT_IDS;
const BUILT_IN: readonly number[] = [EXPERT_DEPT_ID, ...SCHOOL_ROOTS];

/** Departments in the actor's scope may be changed; roots only with an unrestricted scope. */
export const requireInScope = (actor: Principal, id: number | null) => {
  if (actor.deptScope !== null && (id === null || !actor.deptScope.includes(id))) throw forbidden();
};

/**
 * A change of whole subtrees needs all of them in scope: a scope may end at a department, or leave out disabled ones.
 * Returns all ids.
 */
export const requireTreesInScope = async (tx: Tx, actor: Principal, ids: number[]): Promise<number[]> => {
  for (const id of ids) requireInScope(actor, id);
  const all = await findSubtreeIds(tx, 'dept', ids);
  for (const id of all) requireInScope(actor, id);
  return all;
};

const requireParent = async (tx: Tx, pid: number | null) => {
  if (pid === null) return;
  const parent = await tx.selectFrom('dept').select('id').where('id', '=', pid).forShare().executeTakeFirst();
  if (!parent) throw fieldError('dept.unknown_parent', 'pid', '上级部门不存在');
};

/** Below the two roots of schools every department is one, and stays one. */
const isInSchoolTree = async (tx: Tx, pid: number | null) => {
  if (pid === null) return false;
  if (SCHOOL_ROOTS.includes(pid)) return true;
  const school = await tx
    .selectFrom('school')
    .select('dept_id')
    .where('dept_id', '=', pid)
    .executeTakeFirst();
  return school !== undefined;
};

const columnsOf = (dept: DeptInput) => ({
  pid: dept.pid,
  name: dept.name,
  enabled: dept.enabled,
  sort: dept.deptSort,
  search_text: searchTextOf(dept.name),
});

/** Search text of a department: its name, and for a school its code. */
export const writeSearchText = async (tx: Tx, id: number) => {
  const { name, code } = await tx
    .selectFrom('dept')
    .leftJoin('school', 'school.dept_id', 'dept.id')
    .select(['dept.name', 'school.code'])
    .where('dept.id', '=', id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('dept')
    .set({ search_text: searchTextOf(name, code) })
    .where('id', '=', id)
    .execute();
};

/** A new department of any kind; the caller writes the audit event. */
export const insertDept = async (tx: Tx, actor: Principal, dept: DeptInput) => {
  requireInScope(actor, dept.pid);
  await requireParent(tx, dept.pid);
  const { id } = await tx
    .insertInto('dept')
    .values({ ...columnsOf(dept), update_by: actor.username })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (await isInSchoolTree(tx, dept.pid)) await tx.insertInto('school').values({ dept_id: id }).execute();
  return id;
};

export const createDept = (db: Db, actor: Principal, dept: DeptInput) =>
  inTransaction(db, async (tx) => {
    const id = await insertDept(tx, actor, dept);
    await audit(tx, {
      actorId: actor.userId,
      action: 'dept.created',
      entity: 'dept',
      entityId: id,
      detail: dept,
    });
    return { id };
  });

/** Serialises moves: two opposite ones at once would close a circle. */
export const lockTree = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('dept tree', 0))`.execute(tx);

/** Change a department of any kind, under the lock of the tree; the caller writes the audit event. */
export const changeDept = async (tx: Tx, actor: Principal, dept: DeptChange) => {
  requireInScope(actor, dept.id);
  const stored = await tx
    .selectFrom('dept')
    .select(['pid', 'name', 'enabled', 'sort as dept_sort', 'version', 'update_by', 'update_time'])
    .where('id', '=', dept.id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound('部门');
  await refuseStale(tx, stored, dept.version);
  if (stored.pid !== dept.pid) await requireMove(tx, actor, dept);
  await tx
    .updateTable('dept')
    .set({ ...columnsOf(dept), ...editedBy(actor, stored) })
    .where('id', '=', dept.id)
    .execute();
  await writeSearchText(tx, dept.id);
  return stored;
};

export const updateDept = (db: Db, actor: Principal, dept: DeptChange) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    const stored = await changeDept(tx, actor, dept);
    await audit(tx, {
      actorId: actor.userId,
      action: 'dept.changed',
      entity: 'dept',
      entityId: dept.id,
      detail: dept,
      stored,
    });
  });

const requireMove = async (tx: Tx, actor: Principal, { id, pid }: DeptChange) => {
  requireInScope(actor, pid);
  if (BUILT_IN.includes(id)) throw fieldError('dept.built_in', 'pid', '内置部门不能移动');
  await requireParent(tx, pid);
  await requireSameKind(tx, id, pid);
  if (pid === null) return;
  if ((await findSubtreeIds(tx, 'dept', [id])).includes(pid))
    throw fieldError('dept.cycle', 'pid', '上级不能为自己或自己的下级');
  await refuseApplicants(tx, id, pid);
};

/** The institution that a unit belongs to; null outside the register. */
const institutionOf = async (tx: Tx, id: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`with recursive above (id, pid) as (
      select id, pid from dept where id = ${id}
      union
      select dept.id, dept.pid from above join dept on dept.id = above.pid
    ) select id from above where pid = any(${[...SCHOOL_ROOT_IDS]}::bigint[])`.execute(tx);
  return rows[0]?.id ?? null;
};

/** Applicants of running cycles stay with their institution: conflicts of interest go by it. */
const refuseApplicants = async (tx: Tx, id: number, pid: number) => {
  const after = SCHOOL_ROOTS.includes(pid) ? id : await institutionOf(tx, pid);
  if ((await institutionOf(tx, id)) === after) return;
  const applying = await tx
    .selectFrom('project')
    .innerJoin('cycle', 'cycle.id', 'project.cycle_id')
    .select('project.id')
    .where('project.school_id', 'in', await findSubtreeIds(tx, 'dept', [id]))
    .where('project.no', 'is not', null)
    .where('project.state', '<>', 'withdrawn')
    .where('cycle.state', 'not in', ['closed', 'archived'])
    .executeTakeFirst();
  if (applying) throw fieldError('dept.applying', 'pid', '有人员正在申报，批次结束前不能移到其他学校');
};

/** A school that became an ordinary department would vanish from every list of schools with all that belongs to it. */
const requireSameKind = async (tx: Tx, id: number, pid: number | null) => {
  const isSchool = await tx
    .selectFrom('school')
    .select('dept_id')
    .where('dept_id', '=', id)
    .executeTakeFirst();
  if ((isSchool !== undefined) !== (await isInSchoolTree(tx, pid)))
    throw fieldError(
      'dept.school_tree',
      'pid',
      '学校只能移动到高等学校或直属及其他单位之下，其他部门不能移动到那里',
    );
};

/** Delete these with all below them, under the lock of the tree; the caller writes the audit events. */
export const removeDepts = async (tx: Tx, actor: Principal, ids: number[]) => {
  const all = await requireTreesInScope(tx, actor, ids);
  if (all.length === 0) return [];
  if (all.some((id) => BUILT_IN.includes(id))) throw badRequest('dept.built_in', '内置部门不能删除');
  await refuseInUse(tx, all);
  // Schools first: a merged one points at its successor, and departments are deleted one after another in any order.
  await tx.deleteFrom('school').where('dept_id', 'in', all).execute();
  return tx.deleteFrom('dept').where('id', 'in', all).returning(['id', 'name']).execute();
};

export const deleteDepts = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    for (const { id, name } of await removeDepts(tx, actor, ids))
      await audit(tx, {
        actorId: actor.userId,
        action: 'dept.deleted',
        entity: 'dept',
        entityId: id,
        detail: { name },
      });
  });

const refuseInUse = async (tx: Tx, ids: number[]) => {
  const { rows } = await sql<
    Record<'users' | 'roles' | 'experts' | 'teachers' | 'applied' | 'supervised' | 'merged' | 'gone', number>
  >`
    select (select count(*) from sys_user where dept_id = any(${ids}::bigint[])) as users,
      (select count(distinct role_id) from role_dept where dept_id = any(${ids}::bigint[])) as roles,
      (select count(*) from expert where school_id = any(${ids}::bigint[]) or exists (
        select from expert_affiliation a where a.expert_id = expert.id and a.org_id = any(${ids}::bigint[]))) as experts,
      (select count(*) from teacher where school_id = any(${ids}::bigint[])) as teachers,
      (select count(*) from project where school_id = any(${ids}::bigint[])) as applied,
      (select count(*) from school where body_id = any(${ids}::bigint[]) and dept_id <> all(${ids}::bigint[])) as supervised,
      (select count(*) from school where merged_into = any(${ids}::bigint[]) and dept_id <> all(${ids}::bigint[]))
        as merged,
      (select count(*) from school where dept_id = any(${ids}::bigint[]) and merged_into <> all(${ids}::bigint[])) as gone`.execute(
    tx,
  );
  const {
    users = 0,
    roles = 0,
    experts = 0,
    teachers = 0,
    applied = 0,
    supervised = 0,
    merged = 0,
    gone = 0,
  } = rows[0] ?? {};
  if (users > 0)
    throw badRequest('dept.has_users', `所选部门存在用户关联，请解除后再试！（${users} 个用户）`);
  if (roles > 0)
    throw badRequest('dept.has_roles', `所选部门存在角色关联，请解除后再试！（${roles} 个角色）`);
  if (experts > 0)
    throw badRequest('dept.has_experts', `所选部门存在专家关联，请解除后再试！（${experts} 位专家）`);
  if (teachers > 0)
    throw badRequest('dept.has_teachers', `所选部门存在教师关联，请解除后再试！（${teachers} 位教师）`);
  // The number is not shown: not all keepers of departments may know it.
  if (applied > 0) throw badRequest('dept.has_projects', '所选部门有教师申报过职称，须保留，可以停用');
  if (supervised > 0)
    throw badRequest('dept.has_schools', `所选部门是 ${supervised} 所学校的审核主管部门，请先在学校中更换`);
  if (merged > 0) throw badRequest('dept.has_merged', `有 ${merged} 所学校已并入所选学校，只能一并删除`);
  // References by the old id are resolved through the successor.
  if (gone > 0)
    throw badRequest(
      'dept.merged',
      `所选学校中有 ${gone} 所已并入其他学校，须保留以便旧资料找到新校，只能与新校一并删除`,
    );
};
