import { deptApi as api } from '@zhiping/shared/contracts/dept.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findDepts, findDeptSuperiors, streamDepts } from './dept.queries.ts';
import { createDept, deleteDepts, updateDept } from './save-dept.ts';

export const deptRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findDepts(db, user, query)),
  on(api.superior, ({ query, body, user }) =>
    findDeptSuperiors(db, user, { ids: body, withChildren: false, exclude: query.exclude ?? false }),
  ),
  on(api.superior2, ({ body, user }) =>
    findDeptSuperiors(db, user, { ids: body, withChildren: true, exclude: false }),
  ),
  on(api.create, ({ body, user }) => createDept(db, user, body)),
  on(api.update, ({ body, user }) => updateDept(db, user, body)),
  on(api.remove, ({ body, user }) => deleteDepts(db, user, body)),
  on(api.download, ({ query, user }) =>
    exportSheet('部门', streamDepts(db, user, query), [
      ['部门编号', (dept) => dept.id],
      ['部门名称', (dept) => dept.name],
      ['上级编号', (dept) => dept.pid],
      ['启用', (dept) => dept.enabled],
      ['排序', (dept) => dept.deptSort],
      ['创建时间', (dept) => dept.createTime],
    ]),
  ),
];
