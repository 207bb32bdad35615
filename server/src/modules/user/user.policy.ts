import { sql } from 'kysely';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { type UserAction, userActions } from '@zhiping/shared/contracts/user.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { AppError } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { DataScope } from '../../platform/database/column-types.ts';
import { findGrantProblem, levelOf, mayGrantScope } from '../role/role.policy.ts';
import { visibleUsers } from './user.queries.ts';

export type TargetUser = {
  id: number;
  username: string;
  phone: string | null;
  level: number;
  roleIds: number[];
  /** Permissions of the account; `admin` for a super administrator. */
  permissions: string[];
  /** The data that its roles open. */
  scopes: { dataScope: DataScope; deptIds: number[] }[];
  isExpert: boolean;
};

const WITHOUT_ROLES = 100;

type Account = Pick<TargetUser, 'id' | 'username' | 'phone' | 'isExpert'>;

/** These accounts with what their roles open to them. */
const withReach = async (db: Db | Tx, users: readonly Account[]): Promise<TargetUser[]> => {
  const roles = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select([
      'user_role.user_id as userId',
      'role.id',
      'role.level',
      'role.data_scope as dataScope',
      sql<number[]>`array(select dept_id from role_dept where role_dept.role_id = role.id)`.as('deptIds'),
      sql<string[]>`array(select distinct permission from role_menu join menu on menu.id = menu_id
        where role_menu.role_id = role.id and permission is not null)`.as('permissions'),
    ])
    .where('user_role.user_id', 'in', [0, ...users.map(({ id }) => id)])
    .execute();
  const byUser = Map.groupBy(roles, ({ userId }) => userId);
  return users.map((user) => {
    const own = byUser.get(user.id) ?? [];
    return {
      ...user,
      level: Math.min(WITHOUT_ROLES, ...own.map((role) => role.level)),
      roleIds: own.map((role) => role.id),
      permissions: [
        ...(own.some((role) => role.id === SUPER_ADMIN_ROLE_ID) ? ['admin'] : []),
        ...new Set(own.flatMap(({ permissions }) => permissions)),
      ],
      scopes: own.map(({ dataScope, deptIds }) => ({ dataScope, deptIds })),
    };
  });
};

const accounts = (db: Db | Tx, actor: Principal, ids: readonly number[]) =>
  db
    .selectFrom('sys_user')
    .select([
      'id',
      'username',
      'phone',
      sql<boolean>`exists (select from expert where expert.user_id = sys_user.id)`.as('isExpert'),
    ])
    .where('id', 'in', [0, ...ids])
    .where(visibleUsers(actor))
    .orderBy('id');

/** Users that a write is about, locked, as far as the actor may see them. */
export const lockTargets = async (tx: Tx, actor: Principal, ids: readonly number[]): Promise<TargetUser[]> =>
  withReach(tx, await accounts(tx, actor, ids).forUpdate().execute());

/** Why the actor may not touch this user, or null (wire.md §3, rule of levels). */
export const levelProblem = (actor: Principal, target: TargetUser): string | null =>
  target.level < levelOf(actor) ? '该用户的角色级别高于您的级别' : null;

/** Reviewing comes with the expert record: disabling, moving or renaming the account does not give access to it. */
const isOfRecord = ({ isExpert }: TargetUser, permission: string) => isExpert && permission === 'review:own';

/**
 * Why the actor may not rename, move or disable this account or take its roles, or null: they must hold all of its
 * permissions and scope.
 */
export const takeoverProblem = (actor: Principal, target: TargetUser): string | null =>
  target.permissions.every((permission) => isOfRecord(target, permission) || holds(actor, [permission])) &&
  target.scopes.every(({ dataScope, deptIds }) => mayGrantScope(actor, dataScope, deptIds))
    ? null
    : '该账号拥有您没有的权限，请由超级管理员操作';

/**
 * Why the actor may not change the phone or e-mail of this account, or null. Together with a password reset it would
 * allow signing in, confirming and reviewing as an expert.
 */
export const contactProblem = (actor: Principal, target: TargetUser): string | null =>
  target.isExpert && !holds(actor, ['expert:edit'])
    ? '该账号属于专家，请由评审办在专家库中修改'
    : takeoverProblem(actor, target);

/**
 * Why the actor may not reset this password, or null. Keepers of experts' phones cannot reset them too: they could
 * review as an expert.
 */
const resetProblem = (actor: Principal, target: TargetUser): string | null =>
  target.isExpert && !holds(actor, ['review:own'])
    ? '该账号属于专家，请由超级管理员重置密码'
    : takeoverProblem(actor, target);

const notSelf = (actor: Principal, { id }: TargetUser, message: string) =>
  id === actor.userId ? message : null;

/** Why the actor may not do this with an account, or null. */
export const actionProblem = (actor: Principal, target: TargetUser, action: UserAction): string | null => {
  const level = levelProblem(actor, target);
  // Ending a lock gives no access.
  if (level !== null || action === 'edit' || action === 'unlock') return level;
  const self: Partial<Record<UserAction, string>> = {
    disable: '不能停用自己的账号',
    resetPassword: '请在个人中心修改自己的密码',
    delete: '不能删除自己的账号',
  };
  const own = self[action];
  return (
    (own && notSelf(actor, target, own)) ||
    (action === 'resetPassword' ? resetProblem : takeoverProblem)(actor, target) ||
    (action === 'delete' && target.isExpert ? '该用户有专家档案，请改为停用' : null)
  );
};

/** The same rows, each with what it allows the reader. */
export const withUserAbilities = async <R extends { id: number }>(
  db: Db,
  reader: Principal,
  rows: readonly R[],
) => {
  const ids = rows.map(({ id }) => id);
  const targets = await withReach(db, await accounts(db, reader, ids).execute());
  const byId = new Map(targets.map((target) => [target.id, target]));
  return rows.map((row) => {
    const target = byId.get(row.id);
    const can = target
      ? Object.fromEntries(
          userActions.map((action) => [action, actionProblem(reader, target, action) ?? true]),
        )
      : {};
    return { ...row, can };
  });
};

export const requireGrantable = async (db: Db, actor: Principal, roleIds: readonly number[]) => {
  const problem = await findGrantProblem(db, actor, roleIds);
  if (problem) throw new AppError(403, 'user.grant', problem, [{ field: 'roles', message: problem }]);
};

/** A user may only be moved into the actor's scope. */
export const requireDeptInScope = (actor: Principal, deptId: number) => {
  if (actor.deptScope !== null && !actor.deptScope.includes(deptId))
    throw new AppError(403, 'user.dept_scope', '所选部门不在您的数据范围内', [
      { field: 'dept', message: '所选部门不在您的数据范围内' },
    ]);
};
