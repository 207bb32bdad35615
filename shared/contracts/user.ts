import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { dateTime, flag, id, nickName, reference, searchText, text, timeRange, version } from '../schemas.ts';
import { email, Gender, mobilePhone } from './account.ts';
import { SessionUserDetail } from './auth.ts';
import { sheetImport } from '../resource.ts';

export const userActions = ['edit', 'enable', 'disable', 'resetPassword', 'unlock', 'delete'] as const;
export type UserAction = (typeof userActions)[number];

export const User = SessionUserDetail.extend({
  version: z.number(),
  /** After wrong passwords; without an address it holds from everywhere. */
  lock: z.object({ until: dateTime, address: z.string().nullable() }).nullable(),
  can: abilities(userActions),
});
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
  nickName,
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
  /** Deletes the accounts that can be deleted; the others are reported. */
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
  /** Sets the configured initial password, which the owner must change at the next sign-in. */
  resetPassword: endpoint('PUT', '/api/users/resetPwd', {
    summary: '重置密码',
    access: 'user:edit',
    body: Ids,
    result: BulkReport,
  }),
  unlock: endpoint('PUT', '/api/users/unlock', {
    summary: '解除登录锁定',
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
  ...sheetImport('/api/users', { noun: '用户', permission: 'user' }),
};
