import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery, treeQuery } from '../endpoint.ts';
import { permissions } from '../permissions.ts';
import { abilities } from '../rules/workflow/denial.ts';
import {
  dateTime,
  flag,
  id,
  numeric,
  optionalText,
  parentId,
  searchText,
  sortNumber,
  text,
  timeRange,
  version,
} from '../schemas.ts';

const fields = {
  id: z.number(),
  pid: z.number().nullable(),
  /** 0 目录, 1 菜单, 2 按钮. */
  type: z.number(),
  title: z.string(),
  label: z.string(),
  name: z.string().nullable(),
  componentName: z.string().nullable(),
  component: z.string().nullable(),
  menuSort: z.number(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  permission: z.string().nullable(),
  iFrame: z.boolean(),
  cache: z.boolean(),
  hidden: z.boolean(),
  affix: z.boolean(),
  breadcrumb: z.boolean(),
  activeMenu: z.string().nullable(),
  subCount: z.number(),
  hasChildren: z.boolean(),
  leaf: z.boolean(),
  version: z.number(),
  createTime: dateTime,
};

export const Menu = z.object(fields);
export type Menu = z.output<typeof Menu>;
export type MenuTree = Menu & { children?: MenuTree[] };
/** Whether its reader may give a menu to a role or take it away. */
const GrantableMenu = Menu.extend({ can: abilities(['grant']) });
export type GrantableMenuTree = z.output<typeof GrantableMenu> & { children?: GrantableMenuTree[] };
const MenuTree: z.ZodType<MenuTree> = z.lazy(() => Menu.extend({ children: z.array(MenuTree).optional() }));

const MenuWrite = z.object({
  pid: parentId,
  type: numeric(
    z.number({ error: '请选择菜单类型' }).int().min(0, '请选择菜单类型').max(2, '请选择菜单类型'),
  ),
  title: text('标题', 50),
  componentName: optionalText('组件名称', 100),
  component: optionalText('组件路径', 200),
  menuSort: sortNumber,
  path: optionalText('路由地址', 300),
  icon: optionalText('图标', 50),
  permission: optionalText('权限标识', 100).refine(
    (permission) => permission === null || permission in permissions,
    '权限标识不在系统的权限清单中',
  ),
  iFrame: flag.default(false),
  cache: flag.default(false),
  hidden: flag.default(false),
  affix: flag.default(false),
  breadcrumb: flag.default(true),
  activeMenu: optionalText('高亮菜单', 300),
});

const filters = { blurry: searchText.optional(), createTime: timeRange };
const read = ['menu:list', 'roles:list'] as const;

export const menuApi = {
  /** Direct children; `pid` 0 or none gives the roots. */
  lazy: endpoint('GET', '/api/menus/lazy', {
    summary: '下级菜单',
    access: read,
    query: z.object({ pid: numeric(z.number().int().min(0)).default(0) }),
    result: z.array(GrantableMenu),
  }),
  /** Ids of a node and all its descendants. */
  child: endpoint('GET', '/api/menus/child', {
    summary: '菜单及其全部下级的编号',
    access: read,
    query: z.object({ id }),
    result: z.array(z.number()),
  }),
  /** Without a filter the roots, with one flat matches. */
  list: endpoint('GET', '/api/menus', {
    summary: '菜单列表',
    access: 'menu:list',
    query: z.object({ ...treeQuery, pid: numeric(z.number().int().min(0)).optional(), ...filters }),
    result: pageOf(Menu),
  }),
  /** For each id its siblings, its parent's siblings … to the roots, without the asked nodes. */
  superior: endpoint('POST', '/api/menus/superior', {
    summary: '可选的上级菜单',
    access: 'menu:list',
    body: z.array(id).max(1000, '一次最多 1000 条'),
    result: z.array(MenuTree),
  }),
  create: endpoint('POST', '/api/menus', {
    summary: '新增菜单',
    access: 'menu:add',
    status: 201,
    body: MenuWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/menus', {
    summary: '编辑菜单',
    access: 'menu:edit',
    status: 204,
    body: MenuWrite.extend({ id, version }),
  }),
  /** Descendants go too, and every link to a role. */
  remove: endpoint('DELETE', '/api/menus', { summary: '删除菜单', access: 'menu:del', body: Ids }),
  download: endpoint('GET', '/api/menus/download', {
    summary: '导出菜单',
    access: 'menu:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
