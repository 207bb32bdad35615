import { z } from 'zod';
import { abilities } from '../rules/workflow/denial.ts';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, flag, id, optionalText, searchText, timeRange, version } from '../schemas.ts';
import { Absences, Affiliations, StoredAffiliation, StoredUnavailability } from './expert-periods.ts';
import { EnabledWrite, ExpertCreate, ExpertUpdate, rating, RatingWrite } from './expert-write.ts';
import { ExpertSubject, FieldChange, ProfilePart } from './expert.ts';
import { BulkReport } from './user.ts';
import { ImportReport } from '../import-report.ts';

export const ExpertAbilities = abilities(['edit', 'remove', 'enable', 'rate']);
export type ExpertAbilities = z.output<typeof ExpertAbilities>;

/** The pool as offices and school officers see it. Hidden values are null. */
export const Expert = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  gender: z.string().nullable(),
  /** Only the year: with the day, the masked identity number could be guessed. */
  birthYear: z.number().nullable(),
  /** Masked. */
  idCard: z.string().nullable(),
  schoolId: z.number().nullable(),
  schoolName: z.string().nullable(),
  department: z.string().nullable(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  subjects: z.array(ExpertSubject),
  /** Null for readers who may not see the office's grading. */
  rating: z.number().nullable(),
  enabled: z.boolean(),
  /** Whether the office has accepted the expert; before that they are a proposal of their school. */
  accepted: z.boolean(),
  retired: z.boolean(),
  maxLoad: z.number().nullable(),
  note: z.string().nullable(),
  confirmedAt: dateTime.nullable(),
  termStart: z.string().nullable(),
  termEndsAt: z.string().nullable(),
  /** Whether a requested change waits for the office. */
  hasChange: z.boolean(),
  can: ExpertAbilities,
  createTime: dateTime,
  version: z.number(),
});
export type Expert = z.output<typeof Expert>;

const LogEntry = z.object({ reason: z.string(), actorName: z.string(), at: dateTime });

export const ExpertDetail = Expert.extend({
  affiliations: z.array(StoredAffiliation),
  unavailability: z.array(StoredUnavailability),
  ratingLog: z.array(LogEntry.extend({ from: z.number(), to: z.number() })),
  statusLog: z.array(LogEntry.extend({ enabled: z.boolean() })),
  /** Requested changes that wait for the office, each decided by itself; empty for readers who may not decide. */
  changes: z.array(
    z.object({
      id: z.number(),
      part: ProfilePart,
      requestedAt: dateTime,
      fields: z.array(FieldChange),
      can: abilities(['approve', 'return']),
    }),
  ),
});
export type ExpertDetail = z.output<typeof ExpertDetail>;

export const terms = {
  none: '未开始',
  current: '任期内',
  ending: '90 天内到期',
  ended: '已到期',
} as const;

const filters = {
  id: id.optional(),
  /** Name, pinyin or its initials, or phone. */
  blurry: searchText.optional(),
  schoolId: id.optional(),
  /** A prefix of a subject path: its parts repeated, or joined by /. */
  subject: z
    .preprocess(
      (value) => (Array.isArray(value) ? value.join('/') : value),
      z.string({ error: '学科必须是文字' }).trim().max(200, '学科路径过长'),
    )
    .optional(),
  withSubject: flag.optional(),
  titleSeries: z.string().trim().max(50).optional(),
  titleLevel: z.string().trim().max(50).optional(),
  enabled: flag.optional(),
  rating: rating.optional(),
  confirmed: flag.optional(),
  /** Filter: whether the office has accepted the expert. */
  accepted: flag.optional(),
  /** Whether a change waits for the office. */
  changed: flag.optional(),
  term: z.enum(Object.keys(terms) as [keyof typeof terms], { error: '任期只能是列出的几种' }).optional(),
  createTime: timeRange,
};
export type ExpertFilters = z.output<z.ZodObject<typeof filters>>;

export const Check = z.object({
  code: z.string(),
  level: z.enum(['ok', 'warn', 'block']),
  message: z.string(),
  data: z.record(z.string(), z.json()).optional(),
});

export const Inspection = z.object({
  expertId: z.number(),
  checkedAt: dateTime,
  drawable: z.boolean(),
  checks: z.array(Check),
  /** Remaining capacity; `cap` null: no own limit. */
  load: z.object({ cap: z.number().nullable() }),
  /** Quality of earlier reviews; null without any, and for readers who may not see it. */
  quality: z.null(),
  /** Entries of the integrity register as an expert, newest first. */
  integrity: z.array(z.object({ since: z.string(), reason: z.string() })),
  /** Units whose projects they must not review. */
  conflictUnits: z.array(z.object({ id: z.number(), name: z.string() })),
  eligibleFor: z.array(z.object({ titleSeries: z.string(), maxLevel: z.string() })),
});
export type Inspection = z.output<typeof Inspection>;

export const ExpertImportReport = ImportReport.extend({ updated: z.number() });

const SHEET_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORTED = 5000;

const params = z.object({ id });

export const expertPoolApi = {
  list: endpoint('GET', '/api/expert', {
    summary: '专家列表',
    access: 'expert:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(Expert),
  }),
  read: endpoint('GET', '/api/expert/:id', {
    summary: '专家详情',
    access: 'expert:list',
    params,
    result: ExpertDetail,
  }),
  /** The whole number; each reading is recorded. */
  identity: endpoint('GET', '/api/expert/:id/identity', {
    summary: '查看专家身份证号码',
    access: 'expert:identity',
    params,
    result: z.object({ idCard: z.string() }),
  }),
  create: endpoint('POST', '/api/expert', {
    summary: '新增专家',
    access: 'expert:add',
    status: 201,
    body: ExpertCreate,
    result: Created,
  }),
  update: endpoint('PUT', '/api/expert', {
    summary: '编辑专家',
    access: 'expert:edit',
    status: 204,
    body: ExpertUpdate,
  }),
  /** Deletes experts without history; the others are reported. */
  remove: endpoint('DELETE', '/api/expert', {
    summary: '删除专家',
    access: 'expert:del',
    body: Ids,
    result: BulkReport,
  }),
  /** All of them or none. */
  setRating: endpoint('PUT', '/api/expert/rating', {
    summary: '专家评级',
    access: 'expert:rating',
    status: 204,
    body: RatingWrite,
  }),
  setEnabled: endpoint('PUT', '/api/expert/enabled', {
    summary: '启用或停用专家',
    access: 'expert:enabled',
    status: 204,
    body: EnabledWrite,
  }),
  /** Changes those that may be changed; the others are reported. */
  rateMany: endpoint('PUT', '/api/expert/rating/batch', {
    summary: '批量评级专家',
    access: 'expert:rating',
    body: RatingWrite,
    result: BulkReport,
  }),
  enableMany: endpoint('PUT', '/api/expert/enabled/batch', {
    summary: '批量启用或停用专家',
    access: 'expert:enabled',
    body: EnabledWrite,
    result: BulkReport,
  }),
  saveAffiliations: endpoint('PUT', '/api/expert/:id/affiliations', {
    summary: '修改专家任职经历',
    access: 'expert:edit',
    status: 204,
    params,
    body: z.object({ affiliations: Affiliations, version }),
  }),
  saveUnavailability: endpoint('PUT', '/api/expert/:id/unavailability', {
    summary: '修改专家不可参评时间',
    access: 'expert:edit',
    status: 204,
    params,
    body: z.object({ unavailability: Absences, version }),
  }),
  /** Reminds an expert to confirm their profile, at most once a day. */
  remind: endpoint('POST', '/api/expert/:id/reminder', {
    summary: '催办专家确认',
    access: 'expert:edit',
    params,
    result: z.object({ by: z.enum(['email', 'sms', 'message']) }),
  }),
  decideChange: endpoint('PUT', '/api/expert/:id/change', {
    summary: '审核专家资料变更',
    access: 'expert:approve',
    status: 204,
    params,
    body: z
      .object({ changeId: id, approved: flag, reason: optionalText('原因', 200) })
      .refine(({ approved, reason: why }) => approved || why !== null, {
        path: ['reason'],
        message: '请输入退回的原因',
      }),
  }),
  inspect: endpoint('GET', '/api/expert/inspect/:id', {
    summary: '核查专家',
    access: 'expert:inspect',
    params,
    result: Inspection,
  }),
  download: endpoint('GET', '/api/expert/download', {
    summary: '导出专家',
    access: 'expert:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  template: endpoint('GET', '/api/expert/batch/template', {
    summary: '专家导入模板',
    access: 'expert:add',
    result: Bytes,
  }),
  /**
   * An array of experts, or a sheet in the field `file`. All rows or none, unless `partial`; with `dryRun` none, and
   * the report shows the effect. A sheet of more than 5000 rows becomes background work.
   */
  import: endpoint('POST', '/api/expert/batch', {
    summary: '批量导入专家',
    access: 'expert:add',
    query: z.object({ dryRun: flag.optional(), partial: flag.optional() }),
    upload: { field: 'file', maxBytes: SHEET_BYTES, orJson: true },
    body: z.union(
      [z.array(z.record(z.string(), z.unknown())).max(MAX_IMPORTED), z.object({}).transform(() => null)],
      {
        // If neither form fits, the error is that of the intended one.
        error: ({ input }) =>
          Array.isArray(input) && input.length > MAX_IMPORTED
            ? `一次最多导入 ${MAX_IMPORTED} 条`
            : '请上传表格，或提交专家数组，数组的每一项是一位专家',
      },
    ),
    result: ExpertImportReport,
  }),
  /** Import a larger sheet that was checked by this background work, whole or without its wrong rows. */
  commitImport: endpoint('POST', '/api/expert/batch/:taskId', {
    summary: '提交已检查的专家导入',
    access: 'expert:add',
    params: z.object({ taskId: id }),
    query: z.object({ partial: flag.optional() }),
    result: ExpertImportReport,
  }),
};
