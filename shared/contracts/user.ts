import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { flag, id, reference, searchText, text, timeRange, version } from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';
import { SessionUserDetail } from './auth.ts';

export const User = SessionUserDetail.extend({ version: z.number() });
export type User = z.output<typeof User>;

const filters = {
  /** User name, nickname or e-mail. */
  blurry: searchText.optional(),
  enabled: flag.optional(),
  createTime: timeRange,
  /** With its descendants. */
  deptId: id.optional(),
  id: id.optional(),
};

export const UserWrite = z.object({
  username: text('用户名', 50).regex(/^[\w.@\u4e00-\u9fa5-]+$/, '用户名只能包含文字、字母、数字和 . _ - @'),
  nickName: text('昵称', 50),
  gender: Gender.nullish().transform((value) => value ?? null),
  phone: mobilePhone,
  email,
  enabled: flag,
  dept: reference,
  roles: z.array(reference).min(1, '请选择角色').max(50, '角色最多 50 个'),
  jobs: z.array(reference).max(50, '岗位最多 50 个').default([]),
});

/** Rows that a bulk action did and did not reach, with the reason of each. */
export const BulkReport = z.object({
  succeeded: z.number(),
  failed: z.array(z.object({ id: z.number(), name: z.string(), message: z.string() })),
});

export const ImportReport = z.object({
  total: z.number(),
  created: z.number(),
  failed: z.number(),
  /** `row` counts as the sheet shows it: the first row of data is 2. */
  errors: z.array(
    z.object({
      row: z.number(),
      field: z.string(),
      /** Header of the column, where `field` is the name of the field in JSON. */
      column: z.string().optional(),
      value: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** Set instead of everything else where the sheet is so large that it becomes background work, whose result is this. */
  taskId: z.number().optional(),
});
export type ImportReport = z.output<typeof ImportReport>;

const SHEET_BYTES = 10 * 1024 * 1024;

export const userApi = {
  list: endpoint('GET', '/api/users', {
    summary: '用户列表',
    access: 'user:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(User),
  }),
  create: endpoint('POST', '/api/users', {
    summary: '新增用户',
    access: 'user:add',
    status: 201,
    body: UserWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/users', {
    summary: '编辑用户',
    access: 'user:edit',
    status: 204,
    body: UserWrite.extend({ id, version }),
  }),
  /** The accounts that can be deleted are; the report tells of the others. */
  remove: endpoint('DELETE', '/api/users', {
    summary: '删除用户',
    access: 'user:del',
    body: Ids,
    result: BulkReport,
  }),
  setEnabled: endpoint('PUT', '/api/users/enabled', {
    summary: '启用或停用用户',
    access: 'user:edit',
    body: z.object({ ids: Ids, enabled: flag }),
    result: BulkReport,
  }),
  /** Back to the configured initial password, which the owner must change at his next sign-in. */
  resetPassword: endpoint('PUT', '/api/users/resetPwd', {
    summary: '重置密码',
    access: 'user:edit',
    body: Ids,
    result: BulkReport,
  }),
  download: endpoint('GET', '/api/users/download', {
    summary: '导出用户',
    access: 'user:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  template: endpoint('GET', '/api/users/batch/template', {
    summary: '用户导入模板',
    access: 'user:add',
    result: Bytes,
  }),
  /** All rows or none; with `dryRun` none, and the report tells what would happen. */
  import: endpoint('POST', '/api/users/batch', {
    summary: '导入用户',
    access: 'user:add',
    query: z.object({ dryRun: flag.optional() }),
    upload: { field: 'file', maxBytes: SHEET_BYTES },
    result: ImportReport,
  }),
  /** Import a large sheet that was checked without errors by this background work. */
  commitImport: endpoint('POST', '/api/users/batch/:taskId', {
    summary: '提交已检查的用户导入',
    access: 'user:add',
    params: z.object({ taskId: id }),
    result: ImportReport,
  }),
};
