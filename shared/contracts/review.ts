import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { fileFormats, materialFormats } from '../rules/file/formats.ts';
import {
  type AssignmentEvent,
  assignmentMachine,
  type AssignmentState,
  assignmentStates,
} from '../rules/assignment/states.ts';
import { titleLevels } from '../rules/expert/title-levels.ts';
import { ProjectForm } from '../rules/project-form/form.ts';
import { ReviewForm } from '../rules/opinion/form.ts';
import type { AnswerScale } from '../rules/opinion/opinion.ts';
import { scales } from '../rules/review-rule/answer-scale.ts';
import { type Grade, grades } from '../rules/review-rule/facts.ts';
import { dateTime, flag, id, optionalText, text } from '../schemas.ts';
import { readVersion } from './project.ts';

const State = z.enum(Object.keys(assignmentStates) as [AssignmentState], { error: '没有这个状态' });

const MAX_PARTS = 40;
const MAX_SHEET_BYTES = 2 * 1024 * 1024;
const MAX_TEXT_LENGTH = 5000;
const fewParts = (record: object) => Object.keys(record).length <= MAX_PARTS;
const partKey = z.string().regex(/^[a-z][a-z0-9]{0,7}$/, '评分项编号不正确');

/** An opinion as a draft: all parts are optional, and bounds are checked on submission. */
export const FilledOpinion = z.object({
  scores: z
    .record(
      partKey,
      z.number({ error: '分数必须是数字' }).min(-1000, '分数不正确').max(1000, '分数不正确').nullable(),
    )
    .refine(fewParts, '评分项过多'),
  texts: z
    .record(
      partKey,
      z.string({ error: '意见必须是文字' }).max(MAX_TEXT_LENGTH, `意见不能超过 ${MAX_TEXT_LENGTH} 个字`),
    )
    .refine(fewParts, '文字意见过多'),
  conclusion: z.enum(['agree', 'disagree'], { error: '请选择同意或不同意' }).nullable(),
  grade: z.enum(Object.keys(grades) as [Grade], { error: '请选择等级' }).nullable(),
});

const Subject = z.object({
  subjectCatalog: z.string(),
  professionalCategoryCode: z.string(),
  professionalClassCode: z.string().nullable(),
  fullName: z.string(),
});

const task = {
  assignmentId: z.number(),
  bagNo: z.string(),
  cycleId: z.number(),
  cycleName: z.string(),
  /** Why nothing of its cycle can be worked on now. */
  suspendedReason: z.string().nullable(),
  stage: z.literal('external'),
  titleSeries: z.string().nullable(),
  titleLevel: z.enum(titleLevels).nullable(),
  titleName: z.string().nullable(),
  subject: Subject.nullable(),
  status: State,
  commitmentSignedAt: dateTime.nullable(),
  draftSavedAt: dateTime.nullable(),
  dueAt: dateTime.nullable(),
  /** Past its end and not submitted: it can be read, but not written. */
  isLate: z.boolean(),
  submittedAt: dateTime.nullable(),
  returnedReason: z.string().nullable(),
  /** Closed until the office decides. */
  isHalted: z.boolean(),
  workCount: z.number(),
};

/**
 * An assignment in the expert's list. In blind cycles nothing identifies the applicant; otherwise the expert sees the
 * name before signing, since they declare that there is no conflict.
 */
export const ReviewTask = z.discriminatedUnion('blind', [
  z.object({ blind: z.literal(true), ...task }),
  z.object({
    blind: z.literal(false),
    ...task,
    projectId: z.number(),
    projectNo: z.string(),
    name: z.string(),
    schoolName: z.string(),
  }),
]);
export type ReviewTask = z.output<typeof ReviewTask>;

const Work = z.object({
  title: z.string(),
  /** Kind of work: 论文, 著作. */
  kind: z.string(),
  year: z.number().nullable(),
  /** Index, in words. */
  index: z.string().nullable(),
  rank: z.number().nullable(),
  people: z.number().nullable(),
  contribution: z.string().nullable(),
});

/** Problems of a material that an expert can report to the office. */
export const materialProblems = {
  missing: '打不开',
  broken: '内容损坏或缺页',
  unreadable: '看不清',
  wrong: '不是这份材料',
  /** Only where names are hidden. */
  identified: '能看出申报人或单位',
  other: '其他问题',
} as const;
export type MaterialProblem = keyof typeof materialProblems;
export const MaterialProblemName = z.enum(Object.keys(materialProblems) as [MaterialProblem], {
  error: '请选择问题',
});

const ReviewFile = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  format: z.enum(materialFormats),
  bytes: z.number(),
  pages: z.number().nullable(),
  /** Where the reader stopped. */
  page: z.number(),
  isRead: z.boolean(),
  /** Whether it can be opened: where names are hidden, once its copy is released. */
  isReady: z.boolean(),
  /** The expert's last report, and the office's answer. */
  report: z
    .object({
      problem: MaterialProblemName,
      on: z.string(),
      answer: z.string().nullable(),
      answeredOn: z.string().nullable(),
    })
    .nullable(),
});
export type ReviewFile = z.output<typeof ReviewFile>;

/** The expert's last request for more time in a cycle, unless it was granted. */
const Extension = z.object({ askedAt: dateTime, isRefused: z.boolean(), note: z.string().nullable() });

/** What an expert needs to get more time in a cycle. */
const HelpInCycle = z.object({
  cycleId: z.number(),
  /** Telephone of the office. */
  officePhone: z.string().nullable(),
  extension: Extension.nullable(),
});
export type HelpInCycle = z.output<typeof HelpInCycle>;

const desk = {
  assignmentId: z.number(),
  bagNo: z.string(),
  cycle: z.object({
    id: z.number(),
    name: z.string(),
    organiser: z.string(),
    /** Telephone of the office. */
    officePhone: z.string().nullable(),
    suspendedReason: z.string().nullable(),
    scale: z.enum(Object.keys(scales) as [AnswerScale]),
    form: ReviewForm,
    ruleVersion: z.number(),
    /** Whether files may be taken along. */
    materialDownload: z.boolean(),
  }),
  titleSeries: z.string().nullable(),
  titleLevel: z.enum(titleLevels).nullable(),
  titleName: z.string().nullable(),
  subjects: z.array(z.string()),
  state: State,
  /** Why the opinion cannot be changed now, though it is not submitted. */
  closedReason: z.string().nullable(),
  extension: Extension.nullable(),
  dueAt: dateTime.nullable(),
  /** By the server's clock, which alone counts. */
  now: dateTime,
  submittedAt: dateTime.nullable(),
  returnedReason: z.string().nullable(),
  /** Null until the commitment is signed. */
  works: z.array(Work).nullable(),
  files: z.array(ReviewFile),
  opinion: FilledOpinion,
  /** Opinions of the other experts, in random order; null until the cycle allows reading them. */
  others: z.array(FilledOpinion).nullable(),
  version: z.number(),
  savedAt: dateTime.nullable(),
  hash: z.string().nullable(),
  can: abilities(Object.keys(assignmentMachine.events) as [AssignmentEvent]),
};

/** The expert's view of one assignment. */
export const ReviewDesk = z.discriminatedUnion('view', [
  z.object({ view: z.literal('expertBlind'), ...desk }),
  z.object({
    view: z.literal('expertOpen'),
    ...desk,
    projectNo: z.string(),
    person: z.object({ name: z.string(), gender: z.string().nullable(), schoolName: z.string() }).nullable(),
    /** Without the requests for avoidance. */
    application: ProjectForm.transform((form) => ({ ...form, recusals: { requests: [] } })).nullable(),
  }),
]);
export type ReviewDesk = z.output<typeof ReviewDesk>;

const params = z.object({ id });
const access = 'review:own';
/** As a tab calls itself, so that its own saves are no conflict. */
const client = z.string({ error: '缺少客户端标识' }).regex(/^[\w-]{1,40}$/, '客户端标识不正确');

export const reviewApi = {
  /** The specification's list: of oneself, or of one expert for the office. */
  list: endpoint('GET', '/api/expert/project/:id', {
    summary: '专家的评审任务',
    access: [access, 'review:list'],
    params,
    query: z.object({ ...pageQuery, cycleId: id.optional(), status: State.optional() }),
    knownQuery: true,
    result: pageOf(ReviewTask).extend({
      summary: z.object({
        assigned: z.number(),
        submitted: z.number(),
        overdue: z.number(),
        needCommitment: z.number(),
      }),
      /** Of the cycles with late assignments, for the experts themselves. */
      late: z.array(HelpInCycle),
    }),
  }),
  /** The expert signs for assignments, and recuses from others. */
  commit: endpoint('POST', '/api/expert/project/commitment', {
    summary: '签署评审承诺',
    access,
    body: z
      .object({
        assignmentIds: z.array(id).min(1, '请选择评审任务').max(500, '一次最多 500 份').optional(),
        cycleId: id.optional(),
        version: z.number({ error: '缺少承诺书版本' }).int('承诺书版本不正确'),
        agreed: z.literal(true, { error: '请阅读并同意承诺书' }),
        recusals: z
          .array(z.object({ assignmentId: id, type: text('回避情形', 50), note: optionalText('说明', 300) }))
          .max(500, '一次最多 500 份')
          .default([]),
      })
      .refine(({ assignmentIds, cycleId }) => assignmentIds !== undefined || cycleId !== undefined, {
        path: ['assignmentIds'],
        message: '请选择评审任务',
      }),
    result: z.object({ accepted: z.number(), recused: z.number() }),
  }),
  /** The text that is signed, and for which files. */
  commitment: endpoint('GET', '/api/review/commitment', {
    summary: '评审承诺书与待签的任务',
    access,
    query: z.object({ cycleId: id }),
    result: z.object({
      text: z.object({ title: z.string(), body: z.string(), version: z.number() }).nullable(),
      tasks: z.array(ReviewTask),
    }),
  }),
  read: endpoint('GET', '/api/review/:id', {
    summary: '一份材料的评审',
    access,
    params,
    result: ReviewDesk,
  }),
  save: endpoint('PUT', '/api/review/:id', {
    summary: '保存评审意见草稿',
    access,
    params,
    autosave: true,
    body: z.object({
      version: readVersion,
      opinion: FilledOpinion,
      client,
      /** Since the last save, in seconds. */
      seconds: z.int({ error: '用时不正确' }).min(0, '用时不正确').max(3600, '用时不正确'),
      /** After a choice between versions: this one and the one that it replaces stay in the history. */
      keep: flag.default(false),
    }),
    /** With what may have changed since the desk was read: the review has begun, its end is later. */
    result: z.object({
      version: z.number(),
      savedAt: dateTime,
      state: State,
      dueAt: dateTime.nullable(),
    }),
  }),
  submit: endpoint('POST', '/api/review/:id/submit', {
    summary: '提交评审意见',
    access,
    status: 204,
    params,
    body: z.object({ version: readVersion }),
  }),
  move: endpoint('POST', '/api/review/:id/event', {
    summary: '谢绝、回避或撤回评审',
    access,
    status: 204,
    params,
    body: z
      .object({
        event: z.enum(['decline', 'recuse', 'recall'], { error: '请选择操作' }),
        reason: optionalText('原因', 300),
      })
      .refine(({ event, reason }) => event === 'recall' || reason !== null, {
        path: ['reason'],
        message: '请填写原因',
      }),
  }),
  /** Asks the office for more time for all that the expert has open in a cycle. */
  askExtension: endpoint('POST', '/api/review/extension', {
    summary: '申请延长评审期限',
    access,
    status: 204,
    body: z.object({ cycleId: id, reason: text('申请原因', 300) }),
  }),
  reading: endpoint('PUT', '/api/review/:id/reading/:materialId', {
    summary: '记住读到的位置',
    access,
    params: z.object({ id, materialId: id }),
    autosave: true,
    status: 204,
    body: z.object({
      page: z
        .number({ error: '页码不正确' })
        .int('页码不正确')
        .min(1, '页码不正确')
        .max(100_000, '页码不正确'),
      isRead: flag,
    }),
  }),
  material: endpoint('GET', '/api/review/:id/material/:materialId', {
    summary: '读取送审材料',
    access,
    params: z.object({ id, materialId: id }),
    result: Bytes,
    types: materialFormats.map((format) => fileFormats[format].mime),
    byCookie: true,
  }),
  /** The whole file, where the cycle lets experts take files along; the page stamps it before it is kept. */
  download: endpoint('GET', '/api/review/:id/material/:materialId/download', {
    summary: '下载送审材料',
    access,
    params: z.object({ id, materialId: id }),
    result: Bytes,
    types: materialFormats.map((format) => fileFormats[format].mime),
  }),
  report: endpoint('POST', '/api/review/:id/material/:materialId/problem', {
    summary: '报告送审材料的问题',
    access,
    params: z.object({ id, materialId: id }),
    status: 204,
    body: z.object({
      problem: MaterialProblemName,
      note: optionalText('说明', 200),
    }),
  }),
  /** The form to fill in without a network. */
  sheet: endpoint('GET', '/api/review/:id/sheet', {
    summary: '下载评审意见表',
    access,
    params,
    result: Bytes,
  }),
  /** Reads and checks such a sheet, and saves nothing. */
  readSheet: endpoint('POST', '/api/review/:id/sheet', {
    summary: '读取填好的评审意见表',
    access,
    params,
    upload: { field: 'file', maxBytes: MAX_SHEET_BYTES },
    result: z.object({
      /** The opinion at the time of the download. */
      base: FilledOpinion,
      /** Null where there are problems. */
      opinion: FilledOpinion.nullable(),
      problems: z.array(
        z.object({ row: z.number().nullable(), column: z.string().nullable(), message: z.string() }),
      ),
    }),
  }),
  revisions: endpoint('GET', '/api/review/:id/revision', {
    summary: '评审意见的历次保存',
    access,
    params,
    query: z.object(pageQuery),
    knownQuery: true,
    result: pageOf(z.object({ version: z.number(), opinion: FilledOpinion, savedAt: dateTime })),
  }),
};
