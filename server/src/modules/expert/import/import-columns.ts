import { subjectPath } from '@zhiping/shared/rules/subject/path.ts';

/** Columns of the sheet, each with the field of the record that it fills. */
export const columns = {
  name: '姓名',
  idCard: '身份证号码',
  gender: '性别',
  phone: '手机号码',
  email: '邮箱',
  schoolId: '单位',
  department: '院系或部门',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  'subjects.0': '学科一',
  'subjects.0.keywords': '关键词一',
  'subjects.1': '学科二',
  'subjects.1.keywords': '关键词二',
  'subjects.2': '学科三',
  'subjects.2.keywords': '关键词三',
  retired: '已退休',
  maxLoad: '最大承担量',
  note: '备注',
} as const;

export const subjectFields = ['subjects.0', 'subjects.1', 'subjects.2'] as const;

/** Placeholder for an unknown subject. */
export const REPORTED_PATH = ['reported', '00', '0000'];

const listOf = (cell: string) =>
  cell
    .split(/[,，、;；]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** A row of a sheet as JSON has it; empty subjects are left out, later ones move up. */
export const recordOfCells = (cells: Record<string, string>): Record<string, unknown> => {
  const simple = Object.entries(cells).filter(([field]) => !field.startsWith('subjects'));
  const subjects = subjectFields
    .map((field) => ({ path: cells[field] ?? '', keywords: listOf(cells[`${field}.keywords`] ?? '') }))
    .filter(({ path }) => path !== '');
  return { ...Object.fromEntries(simple), retired: cells['retired'] || undefined, subjects };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A subject as its name, its path, the three codes of the specification, or an object around one of these. */
const writtenSubject = (subject: unknown): { written: unknown; keywords: unknown } => {
  const { path, subjectCatalog, professionalCategoryCode, professionalClassCode, keywords } = isRecord(
    subject,
  )
    ? subject
    : { path: subject };
  const chosen =
    typeof subjectCatalog === 'string' && typeof professionalCategoryCode === 'string'
      ? subjectPath({
          subjectCatalog,
          professionalCategoryCode,
          professionalClassCode: typeof professionalClassCode === 'string' ? professionalClassCode : null,
        })
      : path;
  return { written: Array.isArray(chosen) ? chosen.join('/') : chosen, keywords: keywords ?? [] };
};

/** One more than the schema takes, which then says so: looking for a name takes time. */
const MAX_SUBJECTS = 4;

/** A record with each of its subjects as a field, so that errors are reported in its column. */
export const fieldsOfRecord = (record: Record<string, unknown>): Record<string, unknown> => {
  const { subjects, schoolId, schoolName, ...simple } = record;
  const written = Array.isArray(subjects) ? subjects.slice(0, MAX_SUBJECTS).map(writtenSubject) : [];
  return {
    ...simple,
    schoolId: schoolId ?? schoolName,
    keywords: written.map(({ keywords }) => keywords),
    ...Object.fromEntries(written.map((subject, index) => [`subjects.${index}`, subject.written])),
  };
};

/** Input of the schema from those fields. */
export const expertOf = ({ keywords, ...fields }: Record<string, unknown>): unknown => ({
  ...fields,
  subjects: (keywords as unknown[]).map((words, index) => ({
    path: fields[`subjects.${index}`],
    keywords: words,
  })),
});
