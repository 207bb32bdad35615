import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery, treeQuery } from '../endpoint.ts';
import {
  dateTime,
  flag,
  id,
  numeric,
  parentId,
  searchText,
  sortNumber,
  timeRange,
  unitName,
  version,
} from '../schemas.ts';

export const Dept = z.object({
  id: z.number(),
  pid: z.number().nullable(),
  name: z.string(),
  label: z.string(),
  enabled: z.boolean(),
  deptSort: z.number(),
  subCount: z.number(),
  hasChildren: z.boolean(),
  leaf: z.boolean(),
  /** Names from the top down to its parent, as far as the reader may see them; null in an answer below one `pid`. */
  chain: z.string().nullish(),
  version: z.number(),
  createTime: dateTime,
});
export type Dept = z.output<typeof Dept>;
export type DeptTree = Dept & { children?: DeptTree[] };
const DeptTree: z.ZodType<DeptTree> = z.lazy(() => Dept.extend({ children: z.array(DeptTree).optional() }));

const DeptWrite = z.object({
  pid: parentId,
  name: unitName('部门名称', 100),
  enabled: flag.default(true),
  deptSort: sortNumber,
});

const filters = {
  id: id.optional(),
  name: searchText.optional(),
  enabled: flag.optional(),
  pid: numeric(z.number().int().min(0)).optional(),
  createTime: timeRange,
  /** Every match of `enabled`, wherever it stands; without it `enabled` alone asks for the roots, as stock pickers do. */
  flat: flag.optional(),
};

/** Pickers of users and roles read departments too. */
const read = ['dept:list', 'user:list', 'roles:list', 'school:list'] as const;

export const deptApi = {
  /** Without a filter the roots of what the caller may see. */
  list: endpoint('GET', '/api/dept', {
    summary: '部门列表',
    access: read,
    query: z.object({ ...treeQuery, ...filters }),
    result: pageOf(Dept),
  }),
  /** For each id its siblings, its parent's siblings … to the roots; `exclude` leaves the asked nodes out. */
  superior: endpoint('POST', '/api/dept/superior', {
    summary: '部门的上级树',
    access: read,
    query: z.object({ exclude: flag.optional() }),
    body: z.array(id).max(1000, '一次最多 1000 条'),
    result: pageOf(DeptTree),
  }),
  /** The same, each asked node with its own children loaded. */
  superior2: endpoint('POST', '/api/dept/superior2', {
    summary: '部门的上级树（含下级）',
    access: read,
    body: z.array(id).max(1000, '一次最多 1000 条'),
    result: pageOf(DeptTree),
  }),
  create: endpoint('POST', '/api/dept', {
    summary: '新增部门',
    access: 'dept:add',
    status: 201,
    body: DeptWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/dept', {
    summary: '编辑部门',
    access: 'dept:edit',
    status: 204,
    body: DeptWrite.extend({ id, version }),
  }),
  /** Descendants go too; refused while any of them is in use. */
  remove: endpoint('DELETE', '/api/dept', { summary: '删除部门', access: 'dept:del', body: Ids }),
  download: endpoint('GET', '/api/dept/download', {
    summary: '导出部门',
    access: 'dept:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
