import { TeacherCreate } from '@zhiping/shared/contracts/teacher.ts';
import type { ImportReport } from '@zhiping/shared/contracts/user.ts';
import type { ImportNames, Look } from '../expert/import-names.ts';
import { idCardCodes, meaning, shown } from '../expert/judge-import.ts';
import { type TeacherInput, TEACHER_TAKEN } from './save-teacher.ts';

/** Columns of the sheet, each with the field that it fills. */
export const columns = {
  name: '姓名',
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
type Field = keyof typeof columns;
export type Header = (typeof columns)[Field];
export type SheetTeacher = { row: number; values: Record<Header, string> };
export type TeacherNames = ImportNames & { type: Look<string> };

type Problem = ImportReport['errors'][number];
export type Judged = { row: number; teacher: TeacherInput | null; problems: Problem[] };

/** Stands for what was found wrong already; such a row is never stored. */
const REPORTED = { schoolId: 1, type: 'reported', titleSeries: null, titleLevel: null, subject: null };

const looks = {
  type: ['类别', 'UNKNOWN_TYPE'],
  schoolId: ['学校', 'UNKNOWN_SCHOOL'],
  titleSeries: ['职称系列', 'UNKNOWN_TITLE_SERIES'],
  titleLevel: ['职称层级', 'UNKNOWN_TITLE_LEVEL'],
  subject: ['学科', 'UNKNOWN_SUBJECT'],
} as const;

/** Dates as people write them: 2020-9-1, 2020/09/01, 2020.9.1. */
const dateOf = (cell: string) => {
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell.trim()) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell.trim();
};

const problemOf = (row: number, field: Field, value: string, [code, message]: [string, string]): Problem => ({
  row,
  field,
  column: columns[field],
  value: shown(field, value),
  code,
  message,
});

/** One row as a teacher, or all that is wrong with it. */
export const judgeTeacher = ({ row, values }: SheetTeacher, names: TeacherNames): Judged => {
  const problems: Problem[] = [];
  const report = (field: Field, code: string, message: string) =>
    problems.push(problemOf(row, field, values[columns[field]], [code, message]));

  const look = (field: keyof typeof looks): unknown => {
    const written = values[columns[field]];
    if (written.trim() === '') return null;
    const finder: Look<unknown> = field === 'schoolId' ? names.school : names[field];
    const found = finder(written);
    if ('value' in found) return found.value;
    const [noun, code] = looks[field];
    report(field, found.isAmbiguous ? 'AMBIGUOUS' : code, meaning(found, noun));
    return REPORTED[field];
  };

  const path = look('subject');
  const parsed = TeacherCreate.safeParse({
    ...Object.fromEntries(Object.entries(columns).map(([field, header]) => [field, values[header]])),
    type: look('type') ?? '',
    schoolId: look('schoolId'),
    titleSeries: look('titleSeries'),
    titleLevel: look('titleLevel'),
    subject: path === null ? null : { path },
    entryDate: dateOf(values.入职日期),
  });
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const field = issue.path[0] as Field;
      const problem = issue.code === 'custom' ? (issue.params?.['problem'] as string | undefined) : undefined;
      report(field, idCardCodes[problem ?? ''] ?? 'INVALID', issue.message);
    }
  return { row, teacher: parsed.success && problems.length === 0 ? parsed.data : null, problems };
};

const order = Object.keys(columns);

/** All that was found, by row and then by column, as the sheet is read. */
export const problemsInOrder = (judged: readonly Judged[]): Problem[] =>
  judged.flatMap(({ problems }) =>
    problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)),
  );

/** Stands for a person at a school. */
export const placeKey = ({ schoolId }: TeacherInput, person: string) => `${schoolId}/${person}`;

/** A person who stands at the same school in an earlier row. */
export const reportRepeated = (judged: readonly Judged[]) => {
  const firstRow = new Map<string, number>();
  for (const { row, teacher, problems } of judged) {
    if (!teacher) continue;
    const key = placeKey(teacher, teacher.idCard);
    const before = firstRow.get(key);
    if (before !== undefined)
      problems.push(
        problemOf(row, 'idCard', teacher.idCard, [
          'DUPLICATE_IN_FILE',
          `与第 ${before} 行的身份证号码和学校相同`,
        ]),
      );
    firstRow.set(key, before ?? row);
  }
};

/** A person whom the database has at the same school; answers how many. */
export const reportTaken = (judged: readonly Judged[], taken: ReadonlySet<string>): number => {
  const found = judged.filter(({ teacher }) => teacher && taken.has(placeKey(teacher, teacher.idCard)));
  for (const { row, teacher, problems } of found)
    if (!problems.some(({ field }) => field === 'idCard'))
      problems.push(problemOf(row, 'idCard', (teacher as TeacherInput).idCard, ['TAKEN', TEACHER_TAKEN]));
  return found.length;
};
