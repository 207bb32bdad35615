import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { describe, expect, it } from 'vitest';
import { findPage, pinnedPaths } from './find-page.ts';
import { directoriesAround, joinPath, leavesOf, sidebarOf } from '../../lib/menu-tree.ts';

type Parts = Partial<Omit<BuiltMenu, 'meta'>> & { title?: string; meta?: Partial<BuiltMenu['meta']> };

const menu = (path: string, { title = path, meta, ...rest }: Parts = {}): BuiltMenu => ({
  name: title,
  path,
  hidden: false,
  meta: { title, icon: null, noCache: false, ...meta },
  ...rest,
});

const page = (path: string, title: string, parts: Parts = {}) =>
  menu(path, { title, component: `${path}/index`, ...parts });

const wrapped = (path: string, child: BuiltMenu): BuiltMenu => ({
  name: null,
  path,
  hidden: false,
  component: 'Layout',
  meta: null,
  children: [child],
});

const directory = (path: string, title: string, children: BuiltMenu[], parts: Parts = {}) =>
  menu(path, { title, component: 'Layout', alwaysShow: true, redirect: 'noredirect', children, ...parts });

const menus: BuiltMenu[] = [
  directory('/pool', '专家资源', [
    page('subject', '学科目录'),
    directory('deep', '更深一层', [
      page('/absolute', '绝对路径'),
      page('edit/:id', '编辑', { hidden: true, meta: { activeMenu: '/pool/subject', noCache: true } }),
    ]),
  ]),
  wrapped('/outbox', page('index', '发件箱', { component: 'outbox/index', meta: { icon: 'mail' } })),
  wrapped('/manual', menu('https://example.org/manual', { title: '说明' })),
  directory('/empty', '隐藏目录', [page('x', '甲')], { hidden: true }),
  directory('/silent', '不进面包屑', [page('a', '乙', { meta: { affix: true } })], {
    meta: { breadcrumb: false },
    alwaysShow: false,
  }),
];

describe('joinPath', () => {
  it.each([
    ['/pool', 'subject', '/pool/subject'],
    ['/pool/', 'subject', '/pool/subject'],
    ['', '/pool', '/pool'],
    ['/pool', '/absolute', '/absolute'],
    ['/pool', 'https://example.org', 'https://example.org'],
    ['/pool', '', '/pool'],
  ])('%s + %s', (parent, path, joined) => expect(joinPath(parent, path)).toBe(joined));
});

describe('sidebarOf', () => {
  const nodes = sidebarOf(menus);

  it('starts with home, leaves out hidden entries, and collapses a directory with one page', () => {
    expect(nodes.map(({ title, children }) => [title, children.length])).toEqual([
      ['首页', 0],
      ['专家资源', 2],
      ['发件箱', 0],
      ['说明', 0],
      ['乙', 0],
    ]);
  });

  it('keeps a directory with one page that has `alwaysShow`', () => {
    expect(nodes[1]?.children[1]).toMatchObject({
      title: '更深一层',
      children: [{ title: '绝对路径', path: '/absolute' }],
    });
  });

  it('gives a wrapped page its own address and icon', () => {
    expect(nodes[2]).toMatchObject({ path: '/outbox/index', icon: 'mail' });
  });

  it('marks external links', () => {
    expect(nodes[3]).toMatchObject({ path: 'https://example.org/manual', isExternal: true });
  });

  it('finds the directories around a page, and all pages', () => {
    expect(directoriesAround(nodes, '/absolute')).toEqual(['/pool', '/pool/deep']);
    expect(directoriesAround(nodes, '/dashboard')).toEqual([]);
    expect(leavesOf(nodes).map(({ title }) => title)).toEqual([
      '首页',
      '学科目录',
      '绝对路径',
      '发件箱',
      '说明',
      '乙',
    ]);
  });
});

describe('findPage', () => {
  it('finds a page of the menu with its breadcrumb', () => {
    expect(findPage(menus, '/pool/subject')).toEqual({
      kind: 'page',
      component: 'subject/index',
      title: '学科目录',
      affix: false,
      noCache: false,
      activeMenu: '/pool/subject',
      crumbs: [
        { title: '首页', path: '/dashboard' },
        { title: '专家资源', path: null },
        { title: '学科目录', path: null },
      ],
    });
  });

  it('matches path parameters, and highlights the menu entry that the page names', () => {
    expect(findPage(menus, '/pool/deep/edit/7')).toMatchObject({
      title: '编辑',
      noCache: true,
      activeMenu: '/pool/subject',
    });
  });

  it('leaves out directories without a breadcrumb', () => {
    expect(findPage(menus, '/silent/a')).toMatchObject({ crumbs: [{ title: '首页' }, { title: '乙' }] });
  });

  it('redirects from a directory to its first page', () => {
    expect(findPage(menus, '/pool')).toEqual({ kind: 'redirect', to: '/pool/subject' });
    expect(findPage(menus, '/outbox')).toEqual({ kind: 'redirect', to: '/outbox/index' });
  });

  it.each(['/nowhere', '/pool/nowhere', '/manual', '/pool/deep/edit'])('finds nothing at %s', (path) =>
    expect(findPage(menus, path)).toEqual({ kind: 'none' }),
  );

  it('has the fixed pages without any menu', () => {
    expect(findPage([], '/dashboard')).toMatchObject({ title: '首页', affix: true, noCache: true });
    expect(findPage([], '/user/center')).toMatchObject({ title: '个人中心', affix: false });
  });

  it('names the pages whose tabs are always open', () => {
    expect(pinnedPaths(menus)).toEqual(['/dashboard', '/silent/a']);
  });
});
