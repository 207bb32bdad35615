import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import {
  dateTime,
  id,
  numeric,
  optionalText,
  reference,
  searchText,
  text,
  timeRange,
  version,
} from '../schemas.ts';
import { abilities } from '../rules/workflow/denial.ts';

export const dataScopes = ['全部', '本级', '本级及以下', '自定义', '仅本人'] as const;
export const DataScope = z.enum(dataScopes, { error: '请选择数据范围' });

export const Role = z.object({
  id: z.number(),
  name: z.string(),
  level: z.number(),
  description: z.string().nullable(),
  dataScope: DataScope,
  menus: z.array(z.object({ id: z.number() })),
  depts: z.array(z.object({ id: z.number(), name: z.string() })),
  version: z.number(),
  createTime: dateTime,
  /** Assigning its menus is an edit. */
  can: abilities(['edit', 'remove']),
});
export type Role = z.output<typeof Role>;

const RoleWrite = z.object({
  name: text('角色名称', 50),
  /** Smaller is higher. */
  level: numeric(
    z
      .number({ error: '请输入级别' })
      .int('级别必须是整数')
      .min(1, '级别为 1 到 99')
      .max(99, '级别为 1 到 99'),
  ),
  description: optionalText('描述', 200),
  dataScope: DataScope,
  /** Only for 自定义. */
  depts: z.array(reference).max(5000, '部门最多 5000 个').default([]),
});

const filters = { id: id.optional(), blurry: searchText.optional(), createTime: timeRange };

/** Everything that concerns a role above one's own level is refused, checked against stored and on sent values (wire.md §3). */
export const roleApi = {
  list: endpoint('GET', '/api/roles', {
    summary: '角色列表',
    access: 'roles:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(Role),
  }),
  /** For pickers: the roles that the caller may grant. */
  all: endpoint('GET', '/api/roles/all', {
    summary: '全部角色（选择用）',
    access: ['roles:list', 'user:add', 'user:edit'],
    result: z.array(Role.pick({ id: true, name: true, level: true, dataScope: true })),
  }),
  level: endpoint('GET', '/api/roles/level', {
    summary: '当前用户的最高级别',
    access: 'signedIn',
    result: z.object({ level: z.number() }),
  }),
  read: endpoint('GET', '/api/roles/:id', {
    summary: '查看角色',
    access: 'roles:list',
    params: z.object({ id }),
    result: Role,
  }),
  create: endpoint('POST', '/api/roles', {
    summary: '新增角色',
    access: 'roles:add',
    status: 201,
    body: RoleWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/roles', {
    summary: '编辑角色',
    access: 'roles:edit',
    status: 204,
    body: RoleWrite.extend({ id, version }),
  }),
  saveMenus: endpoint('PUT', '/api/roles/menu', {
    summary: '分配角色菜单',
    access: 'roles:edit',
    status: 204,
    body: z.object({ id, menus: z.array(reference).max(5000, '菜单最多 5000 个'), version }),
  }),
  remove: endpoint('DELETE', '/api/roles', { summary: '删除角色', access: 'roles:del', body: Ids }),
  download: endpoint('GET', '/api/roles/download', {
    summary: '导出角色',
    access: 'roles:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
