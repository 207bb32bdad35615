import { sql } from 'kysely';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { createSheetImport } from '../../platform/sheets/import-sheet.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dropDownTemplate } from '../../platform/sheets/sheet-template.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { finder, idCardCodes, lookIn, readImportNames } from '../person/import-names.ts';
import { findAllSchools } from '../school/school.queries.ts';
import { findAllFullNames } from '../subject/subject.queries.ts';
import {
  explainTeacher,
  hiddenIn,
  insertTeachers,
  TEACHER_TAKEN,
  type TeacherInput,
} from './save-teacher.ts';
import { inBatches, type RowImport } from '../../platform/sheets/check-rows.ts';
import { tidyDay } from '@zhiping/shared/rules/text/tidy-date.ts';
import { TeacherCreate } from '@zhiping/shared/contracts/teacher.ts';

type ImportDeps = Pick<Deps, 'db' | 'identity' | 'registerCache' | 'clock' | 'importLimits'>;

/** Columns of the sheet, each with the field that it fills. */
export const columns = {
  name: '姓名',
  staffNo: '工号',
  idCard: '身份证号码',
  gender: '性别',
  type: '类别',
  schoolId: '学校',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  subject: '学科',
  phone: '手机号码',
  email: '邮箱',
  entryDate: '入职日期',
  note: '备注',
} as const;

/** Resolves the columns with names for this user. */
const readFinds = async (deps: ImportDeps, actor: Principal) => {
  const [names, { teacher_type: types = [] }] = await Promise.all([
    readImportNames(deps, actor),
    findDictMap(deps.db, ['teacher_type']),
  ]);
  const type = lookIn(
    types.flatMap(({ label, value }) => [label, value].map((name) => [name, value, label])),
  );
  return {
    type: finder(type, { noun: '类别', code: 'UNKNOWN_TYPE', instead: 'reported' }),
    schoolId: finder(names.school, { noun: '学校', code: 'UNKNOWN_SCHOOL', instead: 1 }),
    titleSeries: finder(names.titleSeries, { noun: '职称系列', code: 'UNKNOWN_TITLE_SERIES', instead: null }),
    titleLevel: finder(names.titleLevel, { noun: '职称层级', code: 'UNKNOWN_TITLE_LEVEL', instead: null }),
    subject: finder(names.subject, { noun: '学科', code: 'UNKNOWN_SUBJECT', instead: null }),
  };
};

/** Stands for a person at a school. */
const placeKey = ({ schoolId }: TeacherInput, person: string) => `${schoolId}/${person}`;

/** Which of these people stand at their school already. */
const findTaken = async ({ db, identity }: ImportDeps, teachers: TeacherInput[]): Promise<Set<string>> => {
  const hashes = teachers.map(({ idCard }) => identity.hashOf(idCard));
  const { rows } = await sql<{ hash: Buffer; schoolId: number }>`
    select p.id_card_hash as hash, t.school_id as "schoolId" from person p join teacher t on t.person_id = p.id
    where p.id_card_hash = any(${hashes}::bytea[])`.execute(db);
  const known = new Set(rows.map(({ hash, schoolId }) => `${schoolId}/${hash.toString('hex')}`));
  return new Set(
    teachers.flatMap((teacher, index) =>
      known.has(placeKey(teacher, (hashes[index] as Buffer).toString('hex')))
        ? [placeKey(teacher, teacher.idCard)]
        : [],
    ),
  );
};

const rulesFor = async (deps: ImportDeps, actor: Principal): Promise<RowImport<TeacherInput>> => ({
  headers: columns,
  schema: TeacherCreate,
  finds: await readFinds(deps, actor),
  inputOf: ({ subject, schoolId, titleSeries, titleLevel, ...values }) => ({
    ...values,
    schoolId: schoolId || null,
    titleSeries: titleSeries || null,
    titleLevel: titleLevel || null,
    subject: Array.isArray(subject) ? { path: subject } : null,
  }),
  codeOf: (_field, problem) => idCardCodes[problem ?? ''],
  uniques: [
    {
      field: 'idCard',
      keyOf: (teacher) => placeKey(teacher, teacher.idCard),
      shownOf: ({ idCard }) => idCard,
      noun: '身份证号码和学校',
      taken: TEACHER_TAKEN,
    },
  ],
  findTaken: async (teachers) => ({ idCard: await findTaken(deps, teachers) }),
  hidden: { of: (teachers) => hiddenIn(actor, teachers), isCounted: false },
  store: (tx, teachers, progress) =>
    inBatches(teachers, progress, (some) => insertTeachers(tx, deps.identity, actor, some)),
});

/** Teachers from a sheet: all, none, or those whose rows have no mistake. */
export const teacherImport = (deps: ImportDeps) =>
  createSheetImport(deps, {
    name: 'teacher',
    noun: '教师',
    permission: 'teacher:add',
    headers: columns,
    // Sheets from before there were staff numbers are still taken.
    optional: ['staffNo'],
    page: '/pool/teacher',
    explain: explainTeacher,
    fieldsOf: (cells) => ({ ...cells, entryDate: tidyDay(cells['entryDate'] ?? '') }),
    rulesFor: (actor) => rulesFor(deps, actor),
  });

/** A sheet with drop-downs, of schools only those that the reader may fill in. */
export const teacherTemplate = async ({ db, registerCache }: Deps, reader: Principal): Promise<Bytes> => {
  const [schools, names, dicts] = await Promise.all([
    findAllSchools(db),
    findAllFullNames({ db, registerCache }),
    findDictMap(db, ['teacher_type', 'title_series', 'title_level']),
  ]);
  const labels = (dict: string) => (dicts[dict] ?? []).map(({ label }) => label);
  const choices: Partial<Record<string, string[]>> = {
    gender: ['男', '女'],
    type: labels('teacher_type'),
    schoolId: schools
      .filter(({ id }) => reader.deptScope === null || reader.deptScope.includes(id))
      .map(({ name }) => name),
    titleSeries: labels('title_series'),
    titleLevel: labels('title_level'),
    subject: [...new Set(names.values())],
  };
  const hints: Partial<Record<string, string>> = {
    staffNo: '本校的编号，可不填；导入申报和材料时按它找人',
    idCard: '18 位号码，末位可为 X',
    gender: '可不填，由身份证号码得出',
    subject: '目录 - 门类 - 一级 - 二级，或代码',
    entryDate: '如 2020-09-01',
  };
  return dropDownTemplate(
    '教师',
    Object.entries(columns).map(([field, header]) => ({
      header,
      ...(choices[field]?.length ? { choices: choices[field] } : {}),
      ...(hints[field] ? { hint: hints[field] } : {}),
    })),
  );
};
