import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, flag, id, searchText, timeRange } from '../schemas.ts';

/** Object of a call. Its name is null for readers who may not see it, its link if no list shows it to them. */
const LogRecord = z.object({
  typeName: z.string(),
  id: z.string().nullable(),
  name: z.string().nullable(),
  link: z.string().nullable(),
});

export const LogChanges = LogRecord.extend({
  /** In words; null for readers who may not see the record. */
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .nullable(),
});
export type LogChanges = z.output<typeof LogChanges>;

export const OperationLog = z.object({
  id: z.number(),
  username: z.string().nullable(),
  description: z.string(),
  method: z.string(),
  /** Always empty: what was sent may hold passwords and opinions. */
  params: z.string(),
  requestIp: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  /** Milliseconds that the call took. */
  time: z.number(),
  logType: z.enum(['INFO', 'ERROR']),
  status: z.number(),
  requestId: z.string(),
  /** The first record that the call changed, and of how many. */
  object: LogRecord.extend({ count: z.number() }).nullable(),
  createTime: dateTime,
});
export type OperationLog = z.output<typeof OperationLog>;

export const LoginLog = z.object({
  id: z.number(),
  username: z.string(),
  succeeded: z.boolean(),
  reason: z.string().nullable(),
  requestIp: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  createTime: dateTime,
});
export type LoginLog = z.output<typeof LoginLog>;

export const ErrorLog = z.object({
  id: z.number(),
  requestId: z.string(),
  username: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  message: z.string(),
  /** For stock clients: the path, and as in the operation log nothing of the request's content. */
  description: z.string(),
  params: z.string(),
  requestIp: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  createTime: dateTime,
});
export type ErrorLog = z.output<typeof ErrorLog>;

const filters = { id: id.optional(), blurry: searchText.optional(), createTime: timeRange };
const operationFilters = { ...filters, logType: z.enum(['INFO', 'ERROR']).optional() };
const loginFilters = { ...filters, succeeded: flag.optional() };

/** Counts and pages stop at 10 000: for more, filter. Exports hold every row. */
export const logApi = {
  list: endpoint('GET', '/api/logs', {
    summary: '操作日志',
    access: 'log:list',
    query: z.object({ ...pageQuery, ...operationFilters }),
    result: pageOf(OperationLog),
  }),
  own: endpoint('GET', '/api/logs/user', {
    summary: '我的操作日志',
    access: 'signedIn',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(OperationLog),
  }),
  changes: endpoint('GET', '/api/logs/:id/changes', {
    summary: '操作变更内容',
    access: 'log:list',
    params: z.object({ id }),
    result: z.array(LogChanges),
  }),
  download: endpoint('GET', '/api/logs/download', {
    summary: '导出操作日志',
    access: 'log:list',
    query: z.object(operationFilters),
    result: Bytes,
  }),
  logins: endpoint('GET', '/api/logs/login', {
    summary: '登录日志',
    access: 'log:list',
    query: z.object({ ...pageQuery, ...loginFilters }),
    result: pageOf(LoginLog),
  }),
  downloadLogins: endpoint('GET', '/api/logs/login/download', {
    summary: '导出登录日志',
    access: 'log:list',
    query: z.object(loginFilters),
    result: Bytes,
  }),
  errors: endpoint('GET', '/api/logs/error', {
    summary: '错误日志',
    access: 'log:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(ErrorLog),
  }),
  error: endpoint('GET', '/api/logs/error/:id', {
    summary: '错误详情',
    access: 'log:list',
    params: z.object({ id }),
    result: z.object({ exception: z.string() }),
  }),
  downloadErrors: endpoint('GET', '/api/logs/error/download', {
    summary: '导出错误日志',
    access: 'log:list',
    query: z.object(filters),
    result: Bytes,
  }),
  /** Logs cannot be erased: always refused, with a reason that clients of the eladmin family show. */
  remove: endpoint('DELETE', '/api/logs/del/:kind', {
    summary: '删除日志（不支持）',
    access: 'log:list',
    params: z.object({ kind: z.enum(['info', 'error']) }),
  }),
};
