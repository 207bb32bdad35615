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

export const OwnExpert = z.object({
  id: z.number(),
  name: z.string(),
  gender: Gender.nullable(),
  birthDate: z.string().nullable(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  schoolId: z.number().nullable(),
  schoolName: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subjects: z.array(ExpertSubject),
  confirmedAt: dateTime.nullable(),
  termEndsAt: z.string().nullable(),
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
