import { z } from 'zod';
import { todayIs } from '../rules/text/dates.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, numeric, optionalText, personName, text } from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';
import { OwnAbsences, OwnAffiliations, StoredAffiliation, StoredUnavailability } from './expert-periods.ts';

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
  .refine((day) => day >= '1900-01-01' && day <= todayIs(), '请输入正确的出生日期');

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
  affiliations: z.array(StoredAffiliation.omit({ orgId: true })),
};

/** A profile is checked, changed and decided about in these parts. */
export const profileParts = {
  basic: {
    title: '基本信息',
    fields: ['name', 'gender', 'birthDate', 'titleSeries', 'titleLevel', 'titleName'],
  },
  unit: { title: '所属单位', fields: ['schoolId', 'department', 'affiliations'] },
  subjects: { title: '学科专业', fields: ['subjects'] },
  contact: { title: '联系方式', fields: ['phone', 'email'] },
} as const satisfies Record<string, { title: string; fields: readonly (keyof typeof ownFields)[] }>;
export type PartKey = keyof typeof profileParts;
export const ProfilePart = z.enum(Object.keys(profileParts) as [PartKey, ...PartKey[]]);

/** A requested change of one part of a confirmed profile, and its outcome. */
export const OwnChange = z.object({
  id: z.number(),
  part: ProfilePart,
  status: z.enum(['waiting', 'approved', 'returned']),
  reason: z.string().nullable(),
  requestedAt: dateTime,
  decidedAt: dateTime.nullable(),
  fields: z.array(FieldChange),
  can: abilities(['withdraw']),
});

export const OwnExpert = z.object({
  id: z.number(),
  ...ownFields,
  /** Masked. */
  idCard: z.string().nullable(),
  schoolName: z.string().nullable(),
  confirmedAt: dateTime.nullable(),
  termEndsAt: z.string().nullable(),
  /** Current and future absences. */
  unavailability: z.array(StoredUnavailability),
  /** The last change of each part that waits, was returned, or was approved not long ago. */
  changes: z.array(
    OwnChange.extend({
      /** The requested values: the form continues from them. */
      form: z.object(ownFields).partial(),
    }),
  ),
  version: z.number(),
});
export type OwnExpert = z.output<typeof OwnExpert>;

/** Fields that experts may correct in their own profile, without rating, enabled and the confirmation. */
export const OwnExpertWrite = z.object({
  name: personName,
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
  /** Left out, they stay as they are. */
  affiliations: OwnAffiliations.optional(),
  /** The version that was read: saving over another user's change is refused with 409. */
  version: numeric(z.number().int()),
});

/** Labels of the fields of a profile, in their order on the screen. */
export const profileLabels: Record<Exclude<keyof z.output<typeof OwnExpertWrite>, 'version'>, string> = {
  name: '姓名',
  gender: '性别',
  birthDate: '出生日期',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  schoolId: '学校',
  department: '院系部门',
  affiliations: '任职经历',
  phone: '手机',
  email: '邮箱',
  subjects: '学科专业',
};

export const expertApi = {
  own: endpoint('GET', '/api/expert/info/owner', {
    summary: '我的专家信息',
    access: 'signedIn',
    failures: [404],
    atConfirmationGate: true,
    result: OwnExpert,
  }),
  saveOwn: endpoint('PUT', '/api/expert/info/owner', {
    summary: '修改我的专家信息',
    access: 'signedIn',
    atConfirmationGate: true,
    status: 204,
    body: OwnExpertWrite,
  }),
  /** Confirms the own profile, with the last corrections in the body if there are any. */
  confirm: endpoint('POST', '/api/expert/confirm', {
    summary: '确认我的专家信息',
    access: 'signedIn',
    atConfirmationGate: true,
    // Clients that always send a body send an empty object.
    body: z.preprocess(
      (value) => (typeof value === 'object' && value && Object.keys(value).length === 0 ? null : value),
      OwnExpertWrite.nullish(),
    ),
    result: OwnExpert,
  }),
  /** Takes effect at once: who falls ill does not wait for the office. Replaces what is not over yet. */
  saveOwnUnavailability: endpoint('PUT', '/api/expert/info/owner/unavailability', {
    summary: '修改我的不可参评时间',
    access: 'signedIn',
    atConfirmationGate: true,
    body: z.object({ unavailability: OwnAbsences, version: numeric(z.number().int()) }),
    result: OwnExpert,
  }),
  withdrawChange: endpoint('DELETE', '/api/expert/info/owner/change/:id', {
    summary: '撤回我的资料变更',
    access: 'signedIn',
    atConfirmationGate: true,
    params: z.object({ id }),
    result: OwnExpert,
  }),
};
