import type { z } from 'zod';
import type { roleApi } from '@zhiping/shared/contracts/role.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { AppError, badRequest, denied, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { heldMenus, mayGrantScope, removalDenial, requireLevel } from './role.policy.ts';

type RoleInput = z.output<typeof roleApi.create.body>;
type RoleChange = z.output<typeof roleApi.update.body>;

const constraints = {
  role_name_key: ['name', '角色名称已存在'],
  role_dept_dept_id_fkey: ['depts', '所选部门不存在'],
} satisfies Parameters<typeof explainBroken>[0];

const requireScope = (actor: Principal, role: RoleInput) => {
  const deptIds = role.depts.map((dept) => dept.id);
  if (!mayGrantScope(actor, role.dataScope, deptIds))
    throw new AppError(403, 'role.scope', '不能授予超出您自己数据范围的权限');
};

const writeDepts = async (tx: Tx, roleId: number, role: RoleInput) => {
  await tx.deleteFrom('role_dept').where('role_id', '=', roleId).execute();
  const deptIds = role.dataScope === '自定义' ? [...new Set(role.depts.map((dept) => dept.id))] : [];
  if (deptIds.length > 0)
    await tx
      .insertInto('role_dept')
      .values(deptIds.map((deptId) => ({ role_id: roleId, dept_id: deptId })))
      .execute();
};

const columnsOf = (role: RoleInput) => ({
  name: role.name,
  level: role.level,
  description: role.description,
  data_scope: role.dataScope,
});

export const createRole = (db: Db, actor: Principal, role: RoleInput) => {
  requireLevel(actor, [role.level]);
  requireScope(actor, role);
  return explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('role')
        .values({ ...columnsOf(role), update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeDepts(tx, id, role);
      await audit(tx, {
        actorId: actor.userId,
        action: 'role.created',
        entity: 'role',
        entityId: id,
        detail: role,
      });
      return { id };
    }),
  );
};

const lockRole = async (tx: Tx, id: number) => {
  const stored = await tx
    .selectFrom('role')
    .select(['id', 'name', 'level', 'description', 'data_scope', 'version', 'update_by', 'update_time'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound('角色');
  return stored;
};

const findDeptIds = async (tx: Tx, roleId: number) => {
  const rows = await tx.selectFrom('role_dept').select('dept_id').where('role_id', '=', roleId).execute();
  return rows.map((row) => row.dept_id);
};

export const updateRole = (db: Db, actor: Principal, role: RoleChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const stored = await lockRole(tx, role.id);
      requireLevel(actor, [stored.level, role.level]);
      requireScope(actor, role);
      await refuseStale(tx, stored, role.version);
      await tx
        .updateTable('role')
        .set({ ...columnsOf(role), ...editedBy(actor, stored) })
        .where('id', '=', role.id)
        .execute();
      const depts = await findDeptIds(tx, role.id);
      await writeDepts(tx, role.id, role);
      await audit(tx, {
        actorId: actor.userId,
        action: 'role.changed',
        entity: 'role',
        entityId: role.id,
        detail: role,
        stored: { ...stored, depts },
      });
    }),
  );

type MenusChange = z.output<typeof roleApi.saveMenus.body>;

/** Sets the menus of a role. The actor can neither add nor remove menus that they do not hold. */
export const saveRoleMenus = (db: Db, actor: Principal, { id, menus, version }: MenusChange) =>
  inTransaction(db, async (tx) => {
    const stored = await lockRole(tx, id);
    requireLevel(actor, [stored.level]);
    await refuseStale(tx, stored, version);
    const wanted = new Set(menus.map((menu) => menu.id));
    const current = await tx.selectFrom('role_menu').select('menu_id').where('role_id', '=', id).execute();
    const had = new Set(current.map((row) => row.menu_id));
    const held = await heldMenus(tx, actor);
    const changed = [...wanted.symmetricDifference(had)];
    if (held && changed.some((menuId) => !held.has(menuId)))
      throw new AppError(403, 'role.menus', '不能增减您自己没有的菜单或权限');
    await refuseUnknownMenus(tx, [...wanted]);
    await tx.deleteFrom('role_menu').where('role_id', '=', id).execute();
    if (wanted.size > 0)
      await tx
        .insertInto('role_menu')
        .values([...wanted].map((menuId) => ({ role_id: id, menu_id: menuId })))
        .execute();
    await tx.updateTable('role').set(editedBy(actor, stored)).where('id', '=', id).execute();
    const detail = { added: [...wanted.difference(had)], removed: [...had.difference(wanted)] };
    await audit(tx, {
      actorId: actor.userId,
      action: 'role.menus_changed',
      entity: 'role',
      entityId: id,
      detail,
    });
  });

const refuseUnknownMenus = async (tx: Tx, ids: number[]) => {
  if (ids.length === 0) return;
  const known = await tx.selectFrom('menu').select('id').where('id', 'in', ids).execute();
  if (known.length !== ids.length) throw badRequest('role.unknown_menu', '所选菜单不存在，请刷新后重试');
};

export const deleteRoles = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    const roles = await tx
      .selectFrom('role')
      .select(['id', 'name', 'level'])
      .where('id', 'in', ids)
      .forUpdate()
      .execute();
    requireLevel(
      actor,
      roles.map((role) => role.level),
    );
    for (const role of roles) {
      const denial = removalDenial(role);
      if (denial) throw denied(denial);
    }
    const users = await tx
      .selectFrom('user_role')
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
      .where('role_id', 'in', ids)
      .executeTakeFirstOrThrow();
    if (users.count > 0)
      throw badRequest('role.in_use', `所选角色存在 ${users.count} 个用户关联，请解除后再试！`);
    const articles = await tx
      .selectFrom('article_role')
      .select(({ fn }) => fn.count<number>('article_id').distinct().as('count'))
      .where('role_id', 'in', ids)
      .executeTakeFirstOrThrow();
    if (articles.count > 0)
      throw badRequest('role.in_use', `有 ${articles.count} 篇公告以所选角色为读者，请先修改这些公告`);
    await tx.deleteFrom('role').where('id', 'in', ids).execute();
    for (const role of roles)
      await audit(tx, {
        actorId: actor.userId,
        action: 'role.deleted',
        entity: 'role',
        entityId: role.id,
        detail: { name: role.name },
      });
  });
