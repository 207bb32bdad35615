import { userApi as api } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet, sheetTemplate } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findLocks } from '../auth/login-lock.ts';
import { deleteUsers, resetPasswords, setUsersEnabled, unlockUsers } from './bulk-users.ts';
import { columns, userImport } from './import-users.ts';
import { createUser, updateUser } from './save-user.ts';
import { withUserAbilities } from './user.policy.ts';
import { findUsers, streamUsers } from './user.queries.ts';

export const userRoutes = (deps: Deps) => {
  const { db } = deps;
  const imports = userImport(deps);
  return [
    on(api.list, async ({ query, user }) => {
      const page = await findUsers(db, user, query);
      const [content, locks] = await Promise.all([
        withUserAbilities(db, user, page.content),
        findLocks(db, page.content, user.at),
      ]);
      return { ...page, content: content.map((row) => ({ ...row, lock: locks.get(row.id) ?? null })) };
    }),
    on(api.create, ({ body, user }) => createUser(deps, user, body)),
    on(api.update, ({ body, user }) => updateUser(deps, user, body)),
    on(api.remove, ({ body, user }) => deleteUsers(db, user, body)),
    on(api.setEnabled, ({ body, user }) => setUsersEnabled(db, user, body.ids, body.enabled)),
    on(api.resetPassword, ({ body, user }) => resetPasswords(deps, user, body)),
    on(api.unlock, ({ body, user }) => unlockUsers(db, user, body)),
    on(api.template, () => sheetTemplate('用户', Object.values(columns))),
    on(api.import, ({ file, query, user }) => imports.receive(user, file, query)),
    on(api.commitImport, ({ params, query, user }) =>
      imports.commitChecked(user, params.taskId, query.partial),
    ),
    on(api.download, ({ query, user }) =>
      exportSheet('用户', streamUsers(db, user, query), [
        ['用户名', (row) => row.username],
        ['昵称', (row) => row.nickName],
        ['性别', (row) => row.gender],
        ['手机号码', (row) => row.phone],
        ['邮箱', (row) => row.email],
        ['部门', (row) => row.dept?.name],
        ['角色', (row) => row.roles.map(({ name }) => name).join('、')],
        ['岗位', (row) => row.jobs.map(({ name }) => name).join('、')],
        ['启用', (row) => row.enabled],
        ['创建时间', (row) => row.createTime],
      ]),
    ),
  ];
};
