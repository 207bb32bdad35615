import { ExpertCreate } from '@zhiping/shared/contracts/expert-write.ts';
import type { ImportReport } from '@zhiping/shared/contracts/user.ts';
import { maskIdCard } from '@zhiping/shared/rules/mask.ts';
import { subjectPath } from '@zhiping/shared/rules/subject-path.ts';
import type { Found, ImportNames } from './import-names.ts';
import { columns, type ImportField, type RawRow } from './import-sheet.ts';
import type { ExpertInput } from './insert-experts.ts';

export type Problem = ImportReport['errors'][number];
export type Judged = { row: number; expert: ExpertInput | null; problems: Problem[] };

/** Stands for what was found wrong already, so that it is not told a second time; such a row is never stored. */
const REPORTED = { schoolId: 1, path: ['reported', '00', '0000'] };

const columnOf = (field: string) =>
  columns[field as ImportField] ?? (field.startsWith('subjects') ? columns['subjects.0'] : columns.name);

/** What is shown of a wrong value; of an identity number not even a wrong one is whole. */
export const shown = (field: string, value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (field !== 'idCard' || text.length <= 8) return text.slice(0, 60);
  return maskIdCard(text.slice(0, 30));
};

export const meaning = (found: Exclude<Found<unknown>, { value: unknown }>, noun: string) => {
  const names = found.candidates.map((name) => `「${name}」`).join('、');
  if (found.isAmbiguous) return `有多个这样的${noun}：${names}，请写完整名称`;
  return names ? `${noun}不存在，相近的有：${names}` : `${noun}不存在`;
};

export const idCardCodes: Record<string, string> = {
  check: 'CHECKSUM',
  form: 'FORM',
  region: 'REGION',
  date: 'DATE',
};

/** One row as an expert, or all that is wrong with it. */
export const judgeRow = ({ row, values }: RawRow, names: ImportNames): Judged => {
  const problems: Problem[] = [];
  const report = (field: string, code: string, message: string, value: unknown) =>
    problems.push({ row, field, column: columnOf(field), value: shown(field, value), code, message });

  /** A name by its meaning; what is no text is left to the schema. */
  const look = <T>(field: string, value: unknown, { find, noun, code, instead }: Look<T>): unknown => {
    const written = typeof value === 'number' ? String(value) : value;
    if (typeof written !== 'string' || written.trim() === '') return value;
    const found = find(written);
    if ('value' in found) return found.value;
    report(field, found.isAmbiguous ? 'AMBIGUOUS' : code, meaning(found, noun), value);
    return instead;
  };

  const rawSubjects = Array.isArray(values['subjects']) ? (values['subjects'] as unknown[]) : [];
  // One more than the schema takes, which then says so: looking for a name takes time.
  const subjects = rawSubjects.slice(0, 4).map((subject, index) => {
    const { written, keywords } = writtenSubject(subject);
    const path = look(`subjects.${index}`, written, {
      find: names.subject,
      noun: '学科',
      code: 'UNKNOWN_SUBJECT',
      instead: REPORTED.path,
    });
    return { path, keywords };
  });
  const parsed = ExpertCreate.safeParse({
    ...values,
    schoolId: look('schoolId', values['schoolId'] ?? values['schoolName'], {
      find: names.school,
      noun: '单位',
      code: 'UNKNOWN_SCHOOL',
      instead: REPORTED.schoolId,
    }),
    titleSeries: look('titleSeries', values['titleSeries'], {
      find: names.titleSeries,
      noun: '职称系列',
      code: 'UNKNOWN_TITLE_SERIES',
      instead: null,
    }),
    titleLevel: look('titleLevel', values['titleLevel'], {
      find: names.titleLevel,
      noun: '职称层级',
      code: 'UNKNOWN_TITLE_LEVEL',
      instead: null,
    }),
    subjects,
  });
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const field = issue.path[0] === 'subjects' ? issue.path.slice(0, 2).join('.') : String(issue.path[0]);
      const problem = issue.code === 'custom' ? (issue.params?.['problem'] as string | undefined) : undefined;
      const code = idCardCodes[problem ?? ''] ?? (field === 'phone' ? 'PHONE' : 'INVALID');
      report(field, code, issue.message, values[field]);
    }
  else reportRepeatedSubjects(parsed.data, report);
  return { row, expert: parsed.success && problems.length === 0 ? parsed.data : null, problems };
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

type Look<T> = { find: (written: string) => Found<T>; noun: string; code: string; instead: unknown };
type Report = (field: string, code: string, message: string, value: unknown) => void;

const reportRepeatedSubjects = ({ subjects }: ExpertInput, report: Report) => {
  const seen = new Set<string>([REPORTED.path.join('/')]);
  for (const [index, { path }] of subjects.entries()) {
    const key = path.join('/');
    if (seen.has(key) && key !== REPORTED.path.join('/'))
      report(`subjects.${index}`, 'DUPLICATE_SUBJECT', '学科重复', key);
    seen.add(key);
  }
};

const unique = { idCard: '身份证号码', phone: '手机号码', email: '邮箱' } as const;
type Unique = keyof typeof unique;
export type Taken = Record<Unique, Set<string>>;

const keyOf = (expert: ExpertInput, field: Unique) => expert[field]?.toLowerCase();

/** Numbers and addresses that an earlier row of the same file has already. */
export const reportTwice = (judged: Judged[]) => {
  for (const field of Object.keys(unique) as Unique[]) {
    const firstRow = new Map<string, number>();
    for (const one of judged) {
      const key = one.expert && keyOf(one.expert, field);
      if (!key) continue;
      const before = firstRow.get(key);
      if (before === undefined) firstRow.set(key, one.row);
      else
        one.problems.push({
          row: one.row,
          field,
          column: columns[field],
          value: shown(field, key),
          code: 'DUPLICATE_IN_FILE',
          message: `与第 ${before} 行的${unique[field]}相同`,
        });
    }
  }
};

/** What the database has already; answers how many values. */
export const reportTaken = (judged: Judged[], taken: Taken): number => {
  let reported = 0;
  for (const one of judged)
    for (const field of Object.keys(unique) as Unique[]) {
      const key = one.expert && keyOf(one.expert, field);
      if (key && taken[field].has(key)) {
        reported += 1;
        one.problems.push({
          row: one.row,
          field,
          column: columns[field],
          value: shown(field, key),
          code: 'TAKEN',
          message: field === 'idCard' ? '身份证号码已存在' : `${unique[field]}已被使用`,
        });
      }
    }
  return reported;
};

const order = Object.keys(columns);

/** All that was found, by row and then by column, as the sheet is read. */
export const problemsInOrder = (judged: readonly Judged[]): Problem[] =>
  judged.flatMap(({ problems }) =>
    problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)),
  );
