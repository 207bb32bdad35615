import { sql } from 'kysely';
import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import { DEFAULT_ROLE, EXPERT_ROLE_ID, SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Db } from '../database/db.ts';
import type { DataScope } from '../database/column-types.ts';

/** The caller with permissions and scope, computed on the server, never taken from the client. */
export type Principal = {
  /** The moment of the call, or of the run of a task. */
  at: Date;
  userId: number;
  username: string;
  deptId: number | null;
  isAdmin: boolean;
  permissions: ReadonlySet<string>;
  roleIds: readonly number[];
  /** Departments whose rows they may see; null: all. */
  deptScope: readonly number[] | null;
  /**
   * Units of the schools whose supervising body (主管部门) is their department: they read the reported projects of these,
   * and nothing else.
   */
  bodyScope: readonly number[];
  /** The user as in all answers. */
  view: SessionUser;
};

type Named = { id: number; name: string };
type RoleRow = Named & { level: number; dataScope: DataScope };

type UserRow = {
  id: number;
  username: string;
  nickName: string;
  gender: string | null;
  phone: string | null;
  email: string | null;
  avatarName: string | null;
  enabled: boolean;
  preferences: Record<string, boolean>;
  pwdResetTime: Date | null;
  createTime: Date;
  dept: Named | null;
  roles: RoleRow[];
  jobs: Named[];
  permissions: string[];
  expert: { id: number; confirmedAt: string | null } | null;
  deptScope: number[];
  bodyScope: number[];
  supervisedSchools: number[];
};

/**
 * Departments that the roles of a user open (wire.md §3): 本级 their own, 本级及以下 with all descendants, 自定义 the listed ones
 * and their enabled descendants. 仅本人 opens none, and so does having no role: the scope fails closed.
 */
const deptScopeSql = sql<number[]>`
  (with recursive
    listed (id, enabled_only) as (
      select u.dept_id, false from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = u.id and r.data_scope = '本级及以下' and u.dept_id is not null
      union
      select rd.dept_id, true from user_role ur join role r on r.id = ur.role_id join role_dept rd on rd.role_id = r.id
      where ur.user_id = u.id and r.data_scope = '自定义'
    ),
    opened (id, enabled_only) as (
      select id, enabled_only from listed
      union
      select d.id, o.enabled_only from opened o join dept d on d.pid = o.id where d.enabled or not o.enabled_only
    )
  select coalesce(array_agg(distinct id), '{}') from (
    select id from opened
    union
    select u.dept_id from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and r.data_scope = '本级' and u.dept_id is not null
  ) as scope)`;

const supervisedSql = sql`
  select dept_id from school where body_id = u.dept_id and exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and r.data_scope in ('本级', '本级及以下'))`;

const bodyScopeSql = sql<number[]>`
  (with recursive supervised (id) as (
      ${supervisedSql}
      union
      select d.id from supervised s join dept d on d.pid = s.id
    )
  select coalesce(array_agg(id), '{}') from supervised)`;

/** Everything that decides a user's permissions, in one query; null if the user is deleted or disabled. */
export const loadPrincipal = async (db: Db, userId: number, at: Date): Promise<Principal | null> => {
  const { rows } = await sql<UserRow>`
    select u.id, u.username, u.nick_name as "nickName", u.gender, u.phone, u.email, u.avatar_name as "avatarName",
      u.enabled, u.preferences, u.pwd_reset_time as "pwdResetTime", u.create_time as "createTime",
      (select jsonb_build_object('id', d.id, 'name', d.name) from dept d where d.id = u.dept_id) as dept,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'level', r.level, 'dataScope', r.data_scope)
          order by r.level, r.id), '[]')
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'name', j.name) order by j.job_sort, j.id), '[]')
        from user_job uj join job j on j.id = uj.job_id where uj.user_id = u.id) as jobs,
      (select coalesce(array_agg(distinct m.permission), '{}')
        from user_role ur join role_menu rm on rm.role_id = ur.role_id join menu m on m.id = rm.menu_id
        where ur.user_id = u.id and m.permission <> '') as permissions,
      (select jsonb_build_object('id', e.id, 'confirmedAt', to_char(e.confirmed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'))
        from expert e where e.user_id = u.id) as expert,
      ${deptScopeSql} as "deptScope", ${bodyScopeSql} as "bodyScope",
      array(${supervisedSql} order by dept_id) as "supervisedSchools"
    from sys_user u
    where u.id = ${userId}`.execute(db);
  const row = rows[0];
  return row?.enabled ? principalOf(row, at) : null;
};

const principalOf = (row: UserRow, at: Date): Principal => {
  const roleIds = row.roles.map((role) => role.id);
  const isAdmin = roleIds.includes(SUPER_ADMIN_ROLE_ID) || row.permissions.includes('admin');
  const held = isAdmin ? ['admin'] : row.permissions.toSorted();
  const shown = row.roles.length === 0 ? [DEFAULT_ROLE] : held;
  const unrestricted = isAdmin || row.roles.some((role) => role.dataScope === '全部');
  const deptScope = unrestricted ? null : row.deptScope.map(Number);
  const view = {
    user: {
      id: row.id,
      username: row.username,
      nickName: row.nickName,
      gender: row.gender,
      phone: row.phone,
      email: row.email,
      avatarName: row.avatarName,
      avatarPath: row.avatarName && `/title/avatar/${row.avatarName}`,
      enabled: row.enabled,
      dept: row.dept,
      roles: row.roles,
      jobs: row.jobs,
      pwdResetTime: row.pwdResetTime && formatDateTime(row.pwdResetTime),
      createTime: formatDateTime(row.createTime),
    },
    dataScopes: deptScope,
    supervisedSchools: row.supervisedSchools.map(Number),
    roles: shown,
    authorities: shown.map((authority) => ({ authority })),
    expert: row.expert,
    preferences: row.preferences,
    abilities: {
      seeGrades: seesGrades({ isAdmin, roleIds }),
      readManual: roleIds.includes(EXPERT_ROLE_ID),
    },
  };
  return {
    at,
    userId: row.id,
    username: row.username,
    deptId: row.dept?.id ?? null,
    isAdmin,
    permissions: new Set(held),
    roleIds,
    deptScope,
    bodyScope: row.bodyScope.map(Number),
    view,
  };
};

/** Whether one of the permissions is held; `admin` holds all. */
export const holds = (principal: Principal, permissions: readonly string[]) =>
  principal.isAdmin || permissions.some((permission) => principal.permissions.has(permission));
