import { schoolApi as api } from '@zhiping/shared/contracts/school.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findSchoolUses, mergeSchools } from './merge-schools.ts';
import { createSchool, deleteSchools, updateSchool } from './save-school.ts';
import { findAllSchools, findProvinces, findSchools, streamSchools } from './school.queries.ts';

export const schoolRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findSchools(db, user, query)),
  on(api.all, () => findAllSchools(db)),
  on(api.provinces, ({ query, user }) => findProvinces(db, user, query.pid)),
  on(api.create, ({ body, user }) => createSchool(db, user, body)),
  on(api.update, ({ body, user }) => updateSchool(db, user, body)),
  on(api.remove, ({ body, user }) => deleteSchools(db, user, body)),
  on(api.uses, ({ params, user }) => findSchoolUses(db, user, params.id)),
  on(api.merge, ({ body, user }) => mergeSchools(db, user, body)),
  on(api.download, ({ query, user }) =>
    exportSheet('学校', streamSchools(db, user, query), [
      ['学校名称', (school) => school.name],
      ['上级', (school) => school.parentName],
      ['学校标识码', (school) => school.code],
      ['省份', (school) => school.province],
      ['所在地', (school) => school.city],
      ['主管部门', (school) => school.department],
      ['办学层次', (school) => school.level],
      ['下属单位', (school) => school.subCount],
      ['已并入', (school) => school.mergedInto?.name ?? null],
      ['备注', (school) => school.note],
      ['启用', (school) => school.enabled],
    ]),
  ),
];
