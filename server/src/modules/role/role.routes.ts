import { roleApi as api } from '@zhiping/shared/contracts/role.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findGrantableRoles, levelOf } from './role.policy.ts';
import { findRole, findRoles, streamRoles } from './role.queries.ts';
import { createRole, deleteRoles, saveRoleMenus, updateRole } from './save-role.ts';

export const roleRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findRoles(db, user, query)),
  on(api.all, ({ user }) => findGrantableRoles(db, user)),
  on(api.level, ({ user }) => ({ level: levelOf(user) })),
  on(api.read, ({ params, user }) => findRole(db, user, params.id)),
  on(api.create, ({ body, user }) => createRole(db, user, body)),
  on(api.update, ({ body, user }) => updateRole(db, user, body)),
  on(api.saveMenus, ({ body, user }) => saveRoleMenus(db, user, body)),
  on(api.remove, ({ body, user }) => deleteRoles(db, user, body)),
  on(api.download, ({ query }) =>
    exportSheet('角色', streamRoles(db, query), [
      ['角色名称', (role) => role.name],
      ['级别', (role) => role.level],
      ['数据范围', (role) => role.dataScope],
      ['描述', (role) => role.description],
      ['创建时间', (role) => role.createTime],
    ]),
  ),
];
