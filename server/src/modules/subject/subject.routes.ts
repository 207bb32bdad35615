import { subjectApi as api } from '@zhiping/shared/contracts/subject.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { dropDownTemplate } from '../../platform/sheets/sheet-template.ts';
import { importEdition } from './import-edition.ts';
import { editionColumns } from './read-edition.ts';
import {
  createSubject,
  deleteSubjects,
  findUsage,
  setSubjectsEnabled,
  updateSubject,
} from './save-subject.ts';
import { findSubjects, streamSubjects } from './subject.queries.ts';

const hints: Partial<Record<keyof typeof editionColumns, string>> = {
  subjectCategoryCode: '2 位数字',
  professionalCategoryCode: '4 位数字，以门类代码开头',
  professionalClassCode: '6 或 7 位数字，可加 T、K、TK，以专业类代码开头；专业类本身就是学科时留空',
};

const template = () =>
  dropDownTemplate(
    '学科目录',
    Object.entries(editionColumns).map(([field, header]) => {
      const hint = hints[field as keyof typeof editionColumns];
      return { header, ...(hint ? { hint } : {}) };
    }),
  );

export const subjectRoutes = ({ db }: Deps) => [
  on(api.list, ({ query }) => findSubjects(db, query)),
  on(api.create, ({ body, user }) => createSubject(db, user, body)),
  on(api.update, ({ body, user }) => updateSubject(db, user, body)),
  on(api.remove, ({ body, user }) => deleteSubjects(db, user, body)),
  on(api.setEnabled, ({ body, user }) => setSubjectsEnabled(db, user, body.ids, body.enabled)),
  on(api.usage, ({ params, user }) => findUsage(db, user, params.id)),
  on(api.template, template),
  on(api.edition, ({ file, query, body, user }) => importEdition(db, user, file, { ...query, ...body })),
  // Its columns are those of an edition and more, so that an export can be edited and brought back.
  on(api.download, ({ query }) =>
    exportSheet('学科目录', streamSubjects(db, query), [
      ['目录', (row) => row.catalogLabel],
      ['门类代码', (row) => row.subjectCategoryCode],
      ['门类', (row) => row.subjectCategory],
      ['专业类代码', (row) => row.professionalCategoryCode],
      ['专业类', (row) => row.professionalCategory],
      ['专业代码', (row) => row.professionalClassCode],
      ['专业', (row) => row.professionalClass],
      ['全称', (row) => row.fullName],
      ['启用', (row) => row.enabled],
    ]),
  ),
];
