import { z } from 'zod';
import { Bytes, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { cronProblem } from '../rules/timing/cron.ts';
import { dateTime, flag, id, optionalText, searchText, timeRange, version } from '../schemas.ts';
import { isEmail } from '../rules/text/validate.ts';

/** A named job of the product. Names of the fields are those of the eladmin family; what they run is not to be chosen. */
export const TimingJob = z.object({
  id: z.number(),
  jobName: z.string(),
  /** The name in the code; nothing is called by it. */
  beanName: z.string(),
  methodName: z.string(),
  params: z.string().nullable(),
  subTask: z.string().nullable(),
  description: z.string(),
  cronExpression: z.string(),
  cronWords: z.string(),
  isPause: z.boolean(),
  isRunning: z.boolean(),
  pauseAfterFailure: z.boolean(),
  personInCharge: z.string().nullable(),
  email: z.string().nullable(),
  /** The next five, as one would say them now; none while it is paused. */
  nextRuns: z.array(z.string()),
  lastRun: z.object({ isSuccess: z.boolean(), createTime: dateTime }).nullable(),
  version: z.number(),
  createTime: dateTime,
  updateTime: dateTime,
});
export type TimingJob = z.output<typeof TimingJob>;

export const TimingLog = z.object({
  id: z.number(),
  jobId: z.number(),
  jobName: z.string(),
  beanName: z.string(),
  methodName: z.string(),
  params: z.string().nullable(),
  cronExpression: z.string(),
  trigger: z.enum(['cron', 'manual']),
  isSuccess: z.boolean(),
  result: z.string().nullable(),
  /** Why it failed, for a person; what happened inside stands in the error log. */
  exceptionDetail: z.string().nullable(),
  /** Milliseconds. */
  time: z.number(),
  createTime: dateTime,
});
export type TimingLog = z.output<typeof TimingLog>;

const cronExpression = z
  .string({ error: '请输入 cron 表达式' })
  .trim()
  .min(1, '请输入 cron 表达式')
  .max(100, 'cron 表达式不能超过 100 个字')
  .superRefine((value, context) => {
    const problem = value === '' ? null : cronProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const TimingWrite = z.object({
  id,
  version,
  cronExpression,
  isPause: flag.optional(),
  pauseAfterFailure: flag.nullish().transform((value) => value ?? false),
  personInCharge: optionalText('负责人', 50),
  email: optionalText('告警邮箱', 100).refine(
    (value) => value === null || isEmail(value),
    '请输入正确的邮箱',
  ),
  /** Stock clients send what they read; another value is refused, since the jobs are fixed. */
  jobName: z.string().max(200).optional(),
  description: z.string().max(500).nullish(),
  beanName: z.string().max(200).optional(),
  methodName: z.string().max(200).optional(),
  params: z.string().max(1000).nullish(),
  subTask: z.string().max(1000).nullish(),
});

const filters = { jobName: searchText.optional(), createTime: timeRange };
const logFilters = { ...filters, jobId: id.optional(), isSuccess: flag.optional() };

export const timingApi = {
  list: endpoint('GET', '/api/jobs', {
    summary: '定时任务列表',
    access: 'timing:list',
    query: z.object({ ...pageQuery, id: id.optional(), ...filters, isPause: flag.optional() }),
    result: pageOf(TimingJob),
  }),
  download: endpoint('GET', '/api/jobs/download', {
    summary: '导出定时任务',
    access: 'timing:list',
    query: z.object(filters),
    result: Bytes,
  }),
  logs: endpoint('GET', '/api/jobs/logs', {
    summary: '定时任务执行日志',
    access: 'timing:list',
    query: z.object({ ...pageQuery, ...logFilters }),
    result: pageOf(TimingLog),
  }),
  downloadLogs: endpoint('GET', '/api/jobs/logs/download', {
    summary: '导出定时任务执行日志',
    access: 'timing:list',
    query: z.object(logFilters),
    result: Bytes,
  }),
  update: endpoint('PUT', '/api/jobs', {
    summary: '编辑定时任务',
    access: 'timing:edit',
    status: 204,
    body: TimingWrite,
  }),
  /** Without a body pauses what runs and resumes what is paused, as stock clients call it. */
  pause: endpoint('PUT', '/api/jobs/:id', {
    summary: '暂停或恢复定时任务',
    access: 'timing:edit',
    status: 204,
    params: z.object({ id }),
    body: z.object({ isPause: flag.optional(), version }).optional(),
  }),
  execute: endpoint('PUT', '/api/jobs/exec/:id', {
    summary: '立即执行定时任务',
    access: 'timing:edit',
    status: 204,
    params: z.object({ id }),
  }),
  /** The list of jobs is closed: always refused, with the reason. */
  create: endpoint('POST', '/api/jobs', { summary: '新增定时任务（不支持）', access: 'timing:edit' }),
  remove: endpoint('DELETE', '/api/jobs', {
    summary: '删除定时任务（不支持）',
    access: 'timing:edit',
    body: Ids,
  }),
};
