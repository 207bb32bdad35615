import type { Db } from '../../platform/database/db.ts';
import { AppError } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { DataScope } from '../../platform/database/column-types.ts';
import type { z } from 'zod';
import type { Role } from '@zhiping/shared/contracts/role.ts';
import { EXPERT_ROLE_ID, SUPER_ADMIN_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { abilityOf, type Denial } from '@zhiping/shared/rules/workflow/denial.ts';

/** Below every level: the level of an account without roles. */
const NO_LEVEL = 100;

/** The highest level of an account; smaller is higher. */
export const levelOf = (user: Principal) =>
  Math.min(NO_LEVEL, ...user.view.user.roles.map((role) => role.level));

const tooHigh: Denial = { code: 'role.level', message: '权限不足，目标的角色级别高于您的级别' };

/** The specification names roles 6 and 9 by id, and role 1 is needed for repairs. */
const BUILT_IN = [SUPER_ADMIN_ROLE_ID, EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID];

/** Why this role cannot be deleted, or null. */
export const removalDenial = ({ id, name }: { id: number; name: string }): Denial | null =>
  BUILT_IN.includes(id) ? { code: 'role.built_in', message: `内置角色「${name}」不能删除` } : null;

type StoredRole = { id: number; name: string; level: number };

/** Abilities of the reader on a role, with reasons. Actions that are never allowed are missing. */
export const abilitiesOn = (reader: Principal, role: StoredRole): z.output<typeof Role>['can'] => {
  const above = role.level < levelOf(reader) ? tooHigh : null;
  return {
    ...(holds(reader, ['roles:edit']) && { edit: abilityOf(above) }),
    ...(holds(reader, ['roles:del']) && { remove: abilityOf(above ?? removalDenial(role)) }),
  };
};

/**
 * Refuses changes of users and roles above the actor's level. `levels` are those of the target, stored and submitted.
 */
export const requireLevel = (actor: Principal, levels: readonly number[]) => {
  const own = levelOf(actor);
  if (levels.some((level) => level < own)) throw new AppError(403, tooHigh.code, tooHigh.message);
};

type GrantedRole = {
  name: string;
  level: number;
  dataScope: DataScope;
  deptIds: readonly number[];
  menuIds: readonly number[];
};

/** Scopes relative to the holder's own department, narrowest first: a holder may grant those before it. */
const relativeScopes: DataScope[] = ['仅本人', '本级', '本级及以下'];

/** Whether the actor's scope includes the one to grant. */
export const mayGrantScope = (actor: Principal, scope: DataScope, deptIds: readonly number[]): boolean => {
  const { deptScope } = actor;
  if (deptScope === null) return true;
  if (scope === '全部') return false;
  if (scope === '自定义') return deptIds.every((id) => deptScope.includes(id));
  const held = actor.view.user.roles.map((role) => relativeScopes.indexOf(role.dataScope as DataScope));
  return relativeScopes.indexOf(scope) <= Math.max(0, ...held);
};

/**
 * Why the actor may not grant this role, or null. No level, scope or menu can be granted that the actor does not hold.
 */
const grantProblem = (
  actor: Principal,
  role: GrantedRole,
  heldMenus: ReadonlySet<number> | null,
): string | null => {
  if (role.level < levelOf(actor)) return `角色「${role.name}」的级别高于您的级别`;
  if (!mayGrantScope(actor, role.dataScope, role.deptIds))
    return `角色「${role.name}」的数据范围超出您的范围`;
  if (heldMenus && role.menuIds.some((id) => !heldMenus.has(id)))
    return `角色「${role.name}」含有您没有的菜单或权限`;
  return null;
};

/** Menus of a user's roles; null: all of them. */
export const heldMenus = async (db: Db, user: Principal): Promise<ReadonlySet<number> | null> => {
  if (user.isAdmin) return null;
  const rows = await db
    .selectFrom('role_menu')
    .innerJoin('user_role', 'user_role.role_id', 'role_menu.role_id')
    .where('user_role.user_id', '=', user.userId)
    .select('role_menu.menu_id')
    .execute();
  return new Set(rows.map((row) => row.menu_id));
};

/** Roles with all that decides whether they may be granted. */
const findGranted = async (db: Db, roleIds: readonly number[]): Promise<GrantedRole[]> => {
  if (roleIds.length === 0) return [];
  const [roles, depts, menus] = await Promise.all([
    db.selectFrom('role').select(['id', 'name', 'level', 'data_scope']).where('id', 'in', roleIds).execute(),
    db.selectFrom('role_dept').selectAll().where('role_id', 'in', roleIds).execute(),
    db.selectFrom('role_menu').selectAll().where('role_id', 'in', roleIds).execute(),
  ]);
  return roles.map((role) => ({
    name: role.name,
    level: role.level,
    dataScope: role.data_scope,
    deptIds: depts.filter((row) => row.role_id === role.id).map((row) => row.dept_id),
    menuIds: menus.filter((row) => row.role_id === role.id).map((row) => row.menu_id),
  }));
};

/** Why the actor may not grant one of these roles, or null. Unknown roles are a problem too. */
export const findGrantProblem = async (
  db: Db,
  actor: Principal,
  roleIds: readonly number[],
): Promise<string | null> => {
  const [roles, held] = await Promise.all([findGranted(db, roleIds), heldMenus(db, actor)]);
  if (roles.length !== new Set(roleIds).size) return '所选角色不存在';
  for (const role of roles) {
    const problem = grantProblem(actor, role, held);
    if (problem) return problem;
  }
  return null;
};

/** Roles that the actor may grant, for pickers. */
export const findGrantableRoles = async (db: Db, actor: Principal) => {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name', 'level', 'data_scope as dataScope'])
    .orderBy('level')
    .orderBy('id')
    .execute();
  const [granted, held] = await Promise.all([
    findGranted(
      db,
      roles.map((role) => role.id),
    ),
    heldMenus(db, actor),
  ]);
  const refused = new Set(granted.filter((role) => grantProblem(actor, role, held)).map((role) => role.name));
  return roles.filter((role) => !refused.has(role.name));
};
