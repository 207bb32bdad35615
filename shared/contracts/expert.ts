import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, formatDateTime, id, optionalText, text } from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';

/** §3: the catalogue, the 2-character prefix, the 4-character prefix and, if any, catalogue_classcode. */
export const SubjectPath = z
  .array(z.string().trim().min(1).max(60))
  .min(3, '学科路径应有 3 段或 4 段')
  .max(4, '学科路径应有 3 段或 4 段');

export const ExpertSubject = z.object({
  path: SubjectPath,
  fullName: z.string(),
  keywords: z.array(z.string()),
});

const birthDate = z.iso
  .date({ error: '日期格式应为 yyyy-MM-dd' })
  .refine(
    (day) => day >= '1900-01-01' && day <= formatDateTime(new Date()).slice(0, 10),
    '请输入正确的出生日期',
  );

/** One field of a change, in words. */
export const FieldChange = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** The part of a profile that its owner may correct, as it is shown. */
const ownFields = {
  name: z.string(),
  gender: Gender.nullable(),
  birthDate: z.string().nullable(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  schoolId: z.number().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subjects: z.array(ExpertSubject),
};

export const OwnExpert = z.object({
  id: z.number(),
  ...ownFields,
  /** Masked. */
  idCard: z.string().nullable(),
  schoolName: z.string().nullable(),
  confirmedAt: dateTime.nullable(),
  termEndsAt: z.string().nullable(),
  /** The last change that waits for the office, or that it returned with a reason. */
  change: z
    .object({
      status: z.enum(['waiting', 'returned']),
      reason: z.string().nullable(),
      requestedAt: dateTime,
      fields: z.array(FieldChange),
      /** What was asked for: the form goes on from it. */
      form: z.object(ownFields).partial(),
    })
    .nullable(),
  version: z.number(),
});
export type OwnExpert = z.output<typeof OwnExpert>;

/** What an expert may correct in his own profile. Rating, enabled and the confirmation are not among it. */
export const OwnExpertWrite = z.object({
  name: text('姓名', 50),
  gender: Gender,
  birthDate,
  titleSeries: text('职称系列', 50),
  titleLevel: text('职称层级', 50),
  titleName: text('职称名称', 50),
  schoolId: id,
  department: optionalText('院系或部门', 100),
  phone: mobilePhone,
  email,
  subjects: z
    .array(
      z.object({
        path: SubjectPath,
        keywords: z.array(text('关键词', 30)).max(10, '关键词最多 10 个').default([]),
      }),
    )
    .min(1, '请至少选择一个学科')
    .max(3, '最多选择三个学科'),
  /** The version that was read: a save over somebody else's change is refused with 409. */
  version: z.coerce.number().int(),
});

/** What the fields of a profile are called, in their order on the screen. */
export const profileLabels: Record<Exclude<keyof z.output<typeof OwnExpertWrite>, 'version'>, string> = {
  name: '姓名',
  gender: '性别',
  birthDate: '出生日期',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  schoolId: '学校',
  department: '院系部门',
  phone: '手机',
  email: '邮箱',
  subjects: '学科专业',
};

/** The autosaved state of the form: any part may still be missing or wrong, sizes are bounded. */
export const OwnExpertDraft = z.object({
  baseVersion: z.number().int(),
  form: z
    .record(z.string().max(50), z.json())
    .refine((form) => JSON.stringify(form).length <= 20_000, '草稿过大'),
});

export const expertApi = {
  own: endpoint('GET', '/api/expert/info/owner', {
    summary: '我的专家信息',
    access: 'signedIn',
    result: OwnExpert,
  }),
  saveOwn: endpoint('PUT', '/api/expert/info/owner', {
    summary: '修改我的专家信息',
    access: 'signedIn',
    status: 204,
    body: OwnExpertWrite,
  }),
  /** Confirms the own profile, with the last corrections in the body if there are any. */
  confirm: endpoint('POST', '/api/expert/confirm', {
    summary: '确认我的专家信息',
    access: 'signedIn',
    body: OwnExpertWrite.nullish(),
    result: OwnExpert,
  }),
  draft: endpoint('GET', '/api/expert/info/owner/draft', {
    summary: '读取确认页草稿',
    access: 'signedIn',
    result: OwnExpertDraft.extend({ savedAt: dateTime }).nullable(),
  }),
  saveDraft: endpoint('PUT', '/api/expert/info/owner/draft', {
    summary: '保存确认页草稿',
    access: 'signedIn',
    body: OwnExpertDraft,
    result: z.object({ savedAt: dateTime }),
  }),
};
