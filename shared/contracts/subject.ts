import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { isCategoryCode, isClassCode } from '../rules/subject/path.ts';
import { flag, id, searchText, text, version } from '../schemas.ts';
import { BulkReport } from './user.ts';
import { ImportReport } from '../import-report.ts';

export const Subject = z.object({
  subjectId: z.number(),
  catalog: z.string(),
  subjectCategory: z.string(),
  subjectCategoryCode: z.string(),
  professionalCategory: z.string(),
  professionalCategoryCode: z.string(),
  professionalClass: z.string().nullable(),
  professionalClassCode: z.string().nullable(),
  enabled: z.boolean(),
  fullName: z.string(),
  version: z.number(),
});
export type Subject = z.output<typeof Subject>;

const categoryCode = z
  .string({ error: '请输入门类代码' })
  .trim()
  .regex(/^\d{2}$/, '门类代码应为 2 位数字');
const professionalCode = z
  .string({ error: '请输入专业类代码' })
  .trim()
  .refine(isCategoryCode, '专业类代码应为 4 位数字');
/** Empty where the professional category is itself the subject, as in the graduate catalogue. */
const optionalClass = z.preprocess(
  (value) => (value === '' ? null : value),
  z
    .string({ error: '专业代码必须是文字' })
    .trim()
    .toUpperCase()
    .refine(isClassCode, '专业代码应为 6 或 7 位数字，可加 T、K 或 TK')
    .nullish()
    .transform((value) => value ?? null),
);
const optionalName = z.preprocess(
  (value) => (value === '' ? null : value),
  text('专业名称', 100)
    .nullish()
    .transform((value) => value ?? null),
);

/** Codes and names of a subject within its catalogue, as a form or a row of a sheet has them. */
const SubjectLine = z.object({
  subjectCategoryCode: categoryCode,
  subjectCategory: text('门类名称', 100),
  professionalCategoryCode: professionalCode,
  professionalCategory: text('专业类名称', 100),
  professionalClassCode: optionalClass,
  professionalClass: optionalName,
});
type Line = z.output<typeof SubjectLine>;

/** The codes of one subject begin with each other, and a class has a code and a name or neither. */
const codesFit = (line: Line, context: z.RefinementCtx) => {
  const refuse = (field: keyof Line, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (!line.professionalCategoryCode.startsWith(line.subjectCategoryCode))
    refuse('professionalCategoryCode', `专业类代码应以门类代码 ${line.subjectCategoryCode} 开头`);
  if (line.professionalClassCode && !line.professionalClassCode.startsWith(line.professionalCategoryCode))
    refuse('professionalClassCode', `专业代码应以专业类代码 ${line.professionalCategoryCode} 开头`);
  if (line.professionalClassCode && !line.professionalClass) refuse('professionalClass', '请输入专业名称');
  if (!line.professionalClassCode && line.professionalClass)
    refuse('professionalClassCode', '请输入专业代码');
};

export const EditionLine = SubjectLine.superRefine(codesFit);
export type EditionLine = Line;

export const SubjectWrite = SubjectLine.extend({
  catalog: text('目录', 50),
  enabled: flag.default(true),
}).superRefine(codesFit);

/** Rows name themselves `subjectId`; an edit may say `id` as every other resource does. */
const withId = (value: unknown): unknown => {
  const row = value as Record<string, unknown> | null;
  return typeof row === 'object' && row !== null && !('id' in row) && 'subjectId' in row
    ? { ...row, id: row['subjectId'] }
    : value;
};

const filters = {
  catalog: z.string().trim().max(50).optional(),
  /** Category of 2 or professional category of 4 characters. */
  professionalCategoryCode: z
    .string()
    .trim()
    .regex(/^\d{2}(\d{2})?$/, '专业类代码应为 2 位或 4 位数字')
    .optional(),
  /** Name, code, pinyin or its initials. */
  blurry: searchText.optional(),
  enabled: flag.optional(),
};

const Named = z.object({ code: z.string(), fullName: z.string() });

/** A subject that people stand for and that the new edition does not have any more, or has under another meaning. */
const TouchedPath = z.object({
  code: z.string(),
  fullName: z.string(),
  /** `renamed`: the code goes on, but means something else; left alone, the people go on with the code. */
  kind: z.enum(['gone', 'renamed']),
  newName: z.string().nullable(),
  experts: z.number(),
  teachers: z.number(),
  /** Drafts of profiles and changes that wait for the office in which it stands. */
  waiting: z.number(),
  /** The first of the experts by name. */
  names: z.array(z.string()),
  /** Codes of the new edition that may be meant, best first; `certain` has the same name. */
  suggestions: z.array(Named.extend({ certain: z.boolean() })),
});

export const EditionReport = z.object({
  total: z.number(),
  errors: ImportReport.shape.errors,
  unchanged: z.number(),
  added: z.array(Named),
  renamed: z.array(Named.extend({ before: z.string() })),
  /** Disabled before, in the new edition again. */
  returned: z.array(Named),
  gone: z.array(Named),
  touched: z.array(TouchedPath),
  /** State of the catalogue at the time of the report; a commit sends it back. */
  basis: z.string(),
  /** Whether it was stored. */
  committed: z.boolean(),
});
export type EditionReport = z.output<typeof EditionReport>;

const SHEET_BYTES = 5 * 1024 * 1024;

/** Which code of the old edition goes on under which of the new one. A form carries it as text. */
const moves = z
  .string({ error: '请提交学科替换关系' })
  .max(9000, '一次最多替换约 450 个学科')
  .default('{}')
  .transform((value, context): Record<string, string> => {
    try {
      return z.record(z.string().max(10), z.string().max(10)).parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: '学科替换关系格式有误' });
      return z.NEVER;
    }
  });

export const subjectApi = {
  /** Reference data for every picker, hence for every session; the management page needs `subject:list`. */
  list: endpoint('GET', '/api/subject', {
    summary: '学科列表',
    access: 'signedIn',
    atConfirmationGate: true,
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      ...filters,
    }),
    result: pageOf(Subject),
  }),
  create: endpoint('POST', '/api/subject', {
    summary: '新增学科',
    access: 'subject:add',
    status: 201,
    body: SubjectWrite,
    result: Created,
  }),
  /** Names of a category go for all subjects below it. Codes stay as long as people stand for them. */
  update: endpoint('PUT', '/api/subject', {
    summary: '编辑学科',
    access: 'subject:edit',
    status: 204,
    body: z.preprocess(withId, SubjectWrite.safeExtend({ id, version })),
  }),
  /** Refused as a whole while people stand for one of them. */
  remove: endpoint('DELETE', '/api/subject', { summary: '删除学科', access: 'subject:del', body: Ids }),
  setEnabled: endpoint('PUT', '/api/subject/enabled', {
    summary: '启用或停用学科',
    access: 'subject:edit',
    body: z.object({ ids: Ids, enabled: flag }),
    result: BulkReport,
  }),
  /** How many people stand for a subject. */
  usage: endpoint('GET', '/api/subject/:id/usage', {
    summary: '学科使用情况',
    access: 'subject:edit',
    params: z.object({ id }),
    result: z.object({ experts: z.number(), teachers: z.number() }),
  }),
  download: endpoint('GET', '/api/subject/download', {
    summary: '导出学科',
    access: 'subject:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  template: endpoint('GET', '/api/subject/edition/template', {
    summary: '学科目录导入模板',
    access: 'subject:edit',
    result: Bytes,
  }),
  /** A whole new edition of one catalogue: without `basis` only a preview, with it all or nothing. */
  edition: endpoint('POST', '/api/subject/edition', {
    summary: '导入新版学科目录',
    access: 'subject:edit',
    query: z.object({ catalog: text('目录', 50), basis: z.string().max(64).optional() }),
    upload: { field: 'file', maxBytes: SHEET_BYTES },
    body: z.object({ moves }),
    result: EditionReport,
  }),
};
