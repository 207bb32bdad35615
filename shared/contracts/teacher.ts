import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import {
  idOr,
  dateTime,
  flag,
  id,
  MAX_TYPED,
  optionalText,
  personName,
  plainNumber,
  searchText,
  text,
  timeRange,
  version,
} from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';
import { idCard, optional } from './expert-write.ts';
import { SubjectPath } from './expert.ts';
import { BulkReport } from './user.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { tooLate } from '../rules/text/dates.ts';
import { type ApplicantAccount, applicantAccounts } from '../rules/teacher/applicant-account.ts';
import { sheetImport } from '../resource.ts';

const Account = z.enum(Object.keys(applicantAccounts) as ApplicantAccount[]);

/** A person at a school. */
export const Teacher = z.object({
  id: z.number(),
  name: z.string(),
  /** Staff number at the school. */
  staffNo: z.string().nullable(),
  gender: z.string().nullable(),
  /** Masked. */
  idCard: z.string(),
  type: z.string(),
  schoolId: z.number(),
  schoolName: z.string(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  subject: z.object({ path: SubjectPath, fullName: z.string() }).nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  entryDate: z.string().nullable(),
  enabled: z.boolean(),
  note: z.string().nullable(),
  /** Whether they can apply for a title, and have signed in to do so. */
  account: Account,
  createTime: dateTime,
  version: z.number(),
  /** `correct` only where an application was signed: another person, and once it was reported another name, takes two. */
  can: abilities(['correct']),
});
export type Teacher = z.output<typeof Teacher>;

const entryDate = z.iso
  .date({ error: '入职日期格式应为 yyyy-MM-dd', abort: true })
  .refine((day) => day >= '1940-01-01', '请输入正确的入职日期')
  .refine((day) => tooLate('入职日期', day, 'now') === null, '入职日期不能晚于今天');

const wrongStaffNo = '工号只能由字母、数字和短横线组成，最多 30 个';
const staffNo = z
  .string({ error: '工号必须是文字' })
  .max(MAX_TYPED, wrongStaffNo)
  .pipe(
    z
      .string()
      .overwrite(plainNumber)
      .regex(/^[A-Za-z0-9-]{1,30}$/, wrongStaffNo),
  );

const fields = {
  name: personName,
  staffNo: optional(staffNo),
  gender: optional(Gender),
  type: text('类别', 50),
  schoolId: z.preprocess((value) => (value === null || value === '' ? undefined : value), idOr('请输入学校')),
  titleSeries: optionalText('职称系列', 50),
  titleLevel: optionalText('职称层级', 50),
  titleName: optionalText('职称名称', 50),
  /** Its path, alone or as `path`. */
  subject: z.preprocess(
    (value) => (Array.isArray(value) ? { path: value } : value),
    optional(z.object({ path: SubjectPath })),
  ),
  phone: optional(mobilePhone),
  email: optional(email),
  entryDate: optional(entryDate),
  enabled: flag.default(true),
  note: optionalText('备注', 500),
};

export const TeacherCreate = z.object({ ...fields, idCard });
/** Without an identity number the stored one stays. */
export const TeacherUpdate = z.object({
  ...fields,
  idCard: z.preprocess((value) => value || undefined, idCard.optional()),
  id,
  version,
});

/** The name behind a reported application or the number behind a signed one, and the document that shows the right one. */
export const TeacherCorrection = z.object({
  version,
  name: personName,
  idCard: z.preprocess((value) => value || undefined, idCard.optional()),
  document: text('证明材料', 200),
  reason: text('更正原因', 300),
});

const filters = {
  id: id.optional(),
  /** Name, pinyin or its initials, phone, or three characters and more of the staff number. */
  blurry: searchText.optional(),
  /** With what is below it. */
  schoolId: id.optional(),
  type: z.string().trim().max(50).optional(),
  titleSeries: z.string().trim().max(50).optional(),
  titleLevel: z.string().trim().max(50).optional(),
  /** A prefix of a subject path: its parts repeated, or joined by /. */
  subject: z
    .preprocess(
      (value) => (Array.isArray(value) ? value.join('/') : value),
      z.string({ error: '学科必须是文字' }).trim().max(200, '学科路径过长'),
    )
    .optional(),
  enabled: flag.optional(),
  account: Account.optional(),
  createTime: timeRange,
};
export type TeacherFilters = z.output<z.ZodObject<typeof filters>>;

const params = z.object({ id });

export const teacherApi = {
  list: endpoint('GET', '/api/teacher', {
    summary: '教师列表',
    access: 'teacher:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(Teacher),
  }),
  /** The whole number; each reading is recorded. */
  identity: endpoint('GET', '/api/teacher/:id/identity', {
    summary: '查看教师身份证号码',
    access: 'teacher:identity',
    params,
    result: z.object({ idCard: z.string() }),
  }),
  create: endpoint('POST', '/api/teacher', {
    summary: '新增教师',
    access: 'teacher:add',
    status: 201,
    body: TeacherCreate,
    result: Created,
  }),
  update: endpoint('PUT', '/api/teacher', {
    summary: '编辑教师',
    access: 'teacher:edit',
    status: 204,
    body: TeacherUpdate,
  }),
  correct: endpoint('POST', '/api/teacher/:id/correction', {
    summary: '更正已报送申报的姓名或身份证号码，须双人复核',
    access: 'teacher:edit',
    status: 201,
    params,
    body: TeacherCorrection,
    result: Created,
  }),
  remove: endpoint('DELETE', '/api/teacher', {
    summary: '删除教师',
    access: 'teacher:del',
    body: Ids,
    result: BulkReport,
  }),
  setEnabled: endpoint('PUT', '/api/teacher/enabled', {
    summary: '启用或停用教师',
    access: 'teacher:edit',
    body: z.object({ ids: Ids, enabled: flag }),
    result: BulkReport,
  }),
  /** Opens an account with the phone number as user name, or adds the role of an applicant to the existing one. */
  openAccounts: endpoint('POST', '/api/teacher/account', {
    summary: '开通申报账号',
    access: 'applicant:open',
    body: z.object({ ids: Ids }),
    result: BulkReport,
  }),
  download: endpoint('GET', '/api/teacher/download', {
    summary: '导出教师',
    access: 'teacher:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  ...sheetImport('/api/teacher', { noun: '教师', permission: 'teacher' }),
};
