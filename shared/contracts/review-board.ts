import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { type Leaning, leanings } from '../rules/expert/figures.ts';
import { dateTime, ending, flag, id, searchText, text } from '../schemas.ts';
import { fileFilters, MarkCounts, taskMarks, type TaskMark } from './assignment.ts';
import { BulkReport } from './user.ts';

const TaskMarkName = z.enum(Object.keys(taskMarks) as [TaskMark], { error: '没有这个状态' });

/** By what the files of a round are counted. */
export const boardGroups = { subject: '学科', school: '学校' } as const;
export type BoardGroup = keyof typeof boardGroups;

const BoardRow = z.object({
  /** A subject path joined by /, or the number of a school. */
  key: z.string(),
  name: z.string(),
  files: z.number(),
  marks: MarkCounts,
});
export type BoardRow = z.output<typeof BoardRow>;

const ExpertProgress = z.object({
  expertId: z.number(),
  name: z.string(),
  schoolName: z.string().nullable(),
  tasks: z.number(),
  unsigned: z.number(),
  open: z.number(),
  late: z.number(),
  /** Ends after the end of the review. */
  extended: z.number(),
  returned: z.number(),
  submitted: z.number(),
  /** Last save of an opinion that is not submitted; null without one. */
  draftAt: dateTime.nullable(),
  /** The next due date of unsubmitted opinions. */
  dueAt: dateTime.nullable(),
  submittedAt: dateTime.nullable(),
  /** A request for more time that waits for an answer. */
  request: z.object({ reason: z.string(), askedAt: dateTime }).nullable(),
});
export type ExpertProgress = z.output<typeof ExpertProgress>;

const expertFilters = {
  task: TaskMarkName.optional(),
  /** Only experts whose request for more time waits. */
  hasRequest: flag.optional(),
  schoolId: id.optional(),
  blurry: searchText.optional(),
};

const reminded = z.object({
  cycleId: id,
  expertIds: z.array(id).min(1, '请选择专家').max(500, '一次最多催办 500 位专家'),
});

const extended = z.object({
  cycleId: id,
  expertIds: z.array(id).min(1, '请选择专家').max(500, '一次最多延长 500 位专家的期限'),
  dueAt: ending('新的截止时间'),
  reason: text('延长原因', 300),
});

const Reminder = z.object({
  expertId: z.number(),
  name: z.string(),
  /** Opinions that are still out. */
  open: z.number(),
  late: z.number(),
  /** Why they are not reminded now. */
  denial: z.string().nullable(),
  way: z.enum(['email', 'sms', 'message']),
  text: z.string(),
  /** For an SMS that waits for the end of the night. */
  sendsAt: dateTime.nullable(),
});
export type Reminder = z.output<typeof Reminder>;

const Figures = z.object({
  expertId: z.number(),
  name: z.string(),
  schoolName: z.string().nullable(),
  opinions: z.number(),
  severity: z.number().nullable(),
  leaning: z.enum(Object.keys(leanings) as [Leaning]).nullable(),
  compared: z.number(),
  agreement: z.number().nullable(),
  judged: z.number(),
  days: z.number().nullable(),
  minutes: z.number().nullable(),
});
export type FiguresRow = z.output<typeof Figures>;

const figureFilters = {
  /** Limits the figures to one cycle; by default all. */
  cycleId: id.optional(),
  blurry: searchText.optional(),
};

const exported = {
  /** Without one the newest cycle whose review has begun. */
  cycleId: id.optional(),
  sort: pageQuery.sort,
};

/** The round of a cycle for those who run it: numbers and sheets. */
export const reviewBoardApi = {
  board: endpoint('GET', '/api/assignment/board', {
    summary: '送审进度看板',
    access: ['review:list', 'assignment:list'],
    query: z.object({ cycleId: id, by: z.enum(['subject', 'school'], { error: '请选择分组' }) }),
    result: z.object({ rows: z.array(BoardRow), files: z.number(), marks: MarkCounts }),
  }),
  experts: endpoint('GET', '/api/assignment/expert', {
    summary: '专家评审进度',
    access: 'review:list',
    query: z.object({ ...pageQuery, cycleId: id, expertId: id.optional(), ...expertFilters }),
    knownQuery: true,
    result: pageOf(ExpertProgress),
  }),
  /** Preview of the reminders of these experts, with reasons for those left out. */
  reminders: endpoint('POST', '/api/assignment/expert/reminder/preview', {
    summary: '预览催办',
    access: 'review:return',
    body: reminded,
    result: z.array(Reminder),
  }),
  remind: endpoint('POST', '/api/assignment/expert/reminder', {
    summary: '催办评审专家',
    access: 'review:return',
    body: reminded,
    result: BulkReport,
  }),
  /** More time for these experts alone, for all their unsubmitted opinions. */
  extend: endpoint('POST', '/api/assignment/expert/extension', {
    summary: '延长专家的评审期限',
    access: 'review:return',
    body: extended,
    result: BulkReport,
  }),
  /** Says no to an expert's request for more time; an extension says yes. */
  refuseExtension: endpoint('POST', '/api/assignment/expert/extension/refusal', {
    summary: '不同意延长期限的申请',
    access: 'review:return',
    status: 204,
    body: z.object({ cycleId: id, expertId: id, reason: text('不同意的原因', 300) }),
  }),
  expertSheet: endpoint('GET', '/api/assignment/expert/download', {
    summary: '导出专家评审进度',
    access: 'review:list',
    query: z.object({ ...exported, ...expertFilters }),
    result: Bytes,
    failures: [404],
  }),
  scoreSheet: endpoint('GET', '/api/assignment/score/download', {
    summary: '导出评分表',
    access: 'review:export',
    query: z.object({ ...exported, ...fileFilters }),
    result: Bytes,
    failures: [404],
  }),
  opinionSheet: endpoint('GET', '/api/assignment/opinion/download', {
    summary: '导出评审意见（不含专家姓名）',
    access: 'review:export',
    query: z.object({ ...exported, ...fileFilters }),
    result: Bytes,
    failures: [404],
  }),
  namedOpinionSheet: endpoint('GET', '/api/assignment/named-opinion/download', {
    summary: '导出评审意见（含专家姓名）',
    access: 'review:exportNames',
    query: z.object({ ...exported, ...fileFilters }),
    result: Bytes,
    failures: [404],
  }),
  figures: endpoint('GET', '/api/assignment/figure', {
    summary: '专家宽严、一致与用时',
    access: 'review:figures',
    query: z.object({ ...pageQuery, expertId: id.optional(), ...figureFilters }),
    knownQuery: true,
    result: pageOf(Figures),
  }),
  figureSheet: endpoint('GET', '/api/assignment/figure/download', {
    summary: '导出专家宽严、一致与用时',
    access: 'review:figures',
    query: z.object({ sort: pageQuery.sort, ...figureFilters }),
    result: Bytes,
  }),
};
