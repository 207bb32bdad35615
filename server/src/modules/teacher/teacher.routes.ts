import { applicantAccounts } from '@zhiping/shared/rules/teacher/applicant-account.ts';
import { teacherApi as api } from '@zhiping/shared/contracts/teacher.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findDictLabels } from '../dict/dict.queries.ts';
import { deleteTeachers, setTeachersEnabled } from './bulk-teachers.ts';
import { askCorrection } from './correct-teacher.ts';
import { teacherImport, teacherTemplate } from './import-teachers.ts';
import { openAccounts } from './open-accounts.ts';
import { createTeacher, updateTeacher } from './save-teacher.ts';
import { findTeachers, readTeacherIdentity, streamTeachers } from './teacher.queries.ts';

type Download = Parameters<typeof streamTeachers>;

/** The list as a sheet: the same rows and the same fields, identity numbers masked. */
const exportTeachers = async (...[deps, reader, query]: Download) => {
  const [types, series, levels] = await Promise.all(
    ['teacher_type', 'title_series', 'title_level'].map((dict) => findDictLabels(deps.db, dict)),
  );
  const labelOf = (labels: Map<string, string> | undefined, value: string | null) =>
    value === null ? null : (labels?.get(value) ?? value);
  return exportSheet('教师', streamTeachers(deps, reader, query), [
    ['姓名', (row) => row.name],
    ['工号', (row) => row.staffNo],
    ['身份证号码', (row) => row.idCard],
    ['性别', (row) => row.gender],
    ['类别', (row) => labelOf(types, row.type)],
    ['学校', (row) => row.schoolName],
    ['职称系列', (row) => labelOf(series, row.titleSeries)],
    ['职称层级', (row) => labelOf(levels, row.titleLevel)],
    ['职称名称', (row) => row.titleName],
    ['学科', (row) => row.subject?.fullName],
    ['手机号码', (row) => row.phone],
    ['邮箱', (row) => row.email],
    ['入职日期', (row) => row.entryDate],
    ['启用', (row) => row.enabled],
    ['申报账号', (row) => applicantAccounts[row.account]],
    ['备注', (row) => row.note],
    ['创建时间', (row) => row.createTime],
  ]);
};

export const teacherRoutes = (deps: Deps) => {
  const { db } = deps;
  const imports = teacherImport(deps);
  return [
    on(api.list, ({ query, user }) => findTeachers(deps, user, query)),
    on(api.identity, ({ params, user }) => readTeacherIdentity(deps, user, params.id)),
    on(api.create, ({ body, user }) => createTeacher(deps, user, body)),
    on(api.update, ({ body, user }) => updateTeacher(deps, user, body)),
    on(api.correct, ({ params, body, user }) => askCorrection(deps, user, { ...params, ...body })),
    on(api.remove, ({ body, user }) => deleteTeachers(db, user, body)),
    on(api.setEnabled, ({ body, user }) => setTeachersEnabled(db, user, body.ids, body.enabled)),
    on(api.openAccounts, ({ body, user }) => openAccounts(deps, user, body.ids)),
    on(api.download, ({ query, user }) => exportTeachers(deps, user, query)),
    on(api.template, ({ user }) => teacherTemplate(deps, user)),
    on(api.import, ({ file, query, user }) => imports.receive(user, file, query)),
    on(api.commitImport, ({ params, query, user }) =>
      imports.commitChecked(user, params.taskId, query.partial),
    ),
  ];
};
