import { describe, expect, test } from 'vitest';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { buildMenus, buildStockMenus, type MenuRow } from './build-menus.ts';

const row = (id: number, pid: number | null, more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  pid,
  type: 1,
  title: `菜单${id}`,
  componentName: null,
  component: `page${id}/index`,
  path: `path${id}`,
  icon: null,
  iFrame: false,
  cache: false,
  hidden: false,
  affix: false,
  breadcrumb: true,
  activeMenu: null,
  ...more,
});
const directory = (id: number, pid: number | null, more: Partial<MenuRow> = {}) =>
  row(id, pid, { type: 0, component: null, ...more });

describe('buildMenus', () => {
  test('a directory with pages', () => {
    const menus = buildMenus([
      directory(1, null, { icon: 'team' }),
      row(2, 1, { componentName: 'Two', cache: true }),
    ]);
    expect(menus).toEqual([
      {
        name: '菜单1',
        path: '/path1',
        hidden: false,
        component: 'Layout',
        alwaysShow: true,
        redirect: 'noredirect',
        meta: { title: '菜单1', icon: 'team', noCache: true },
        children: [
          {
            name: 'Two',
            path: 'path2',
            hidden: false,
            component: 'page2/index',
            meta: { title: '菜单2', icon: null, noCache: false },
          },
        ],
      },
    ]);
  });

  test('a nested directory passes through', () => {
    const [root] = buildMenus([directory(1, null), directory(2, 1), row(3, 2)]);
    expect(root?.children?.[0]).toMatchObject({ component: 'ParentView', path: 'path2', alwaysShow: true });
  });

  test('a page at the root is wrapped in an unnamed layout', () => {
    expect(buildMenus([row(1, null, { componentName: 'One' })])).toEqual([
      {
        name: null,
        path: '/path1',
        hidden: false,
        component: 'Layout',
        meta: null,
        children: [
          {
            name: 'One',
            path: 'index',
            hidden: false,
            component: 'page1/index',
            meta: { title: '菜单1', icon: null, noCache: true },
          },
        ],
      },
    ]);
  });

  test('an external link has its address as path and no component', () => {
    const url = 'https://www.example.org/a';
    const [root] = buildMenus([row(1, null, { iFrame: true, path: url, component: null })]);
    expect(root).toMatchObject({ path: url, component: 'Layout', children: [{ path: url }] });
    expect(root?.children?.[0]).not.toHaveProperty('component');
    const [parent] = buildMenus([
      directory(1, null),
      row(2, 1, { iFrame: true, path: url, component: null }),
    ]);
    expect(parent?.children?.[0]).toMatchObject({ path: url });
    expect(parent?.children?.[0]).not.toHaveProperty('component');
  });

  test('menus granted without their parent are dropped', () => {
    expect(buildMenus([row(2, 1), directory(3, null), row(4, 3)]).map(({ path }) => path)).toEqual([
      '/path3',
    ]);
  });

  test('a directory without any granted page is left out, at every depth', () => {
    expect(buildMenus([directory(1, null), directory(2, 1), directory(3, null)])).toEqual([]);
    const [root] = buildMenus([directory(1, null), directory(2, 1), row(3, 1)]);
    expect(root?.children?.map(({ path }) => path)).toEqual(['path3']);
  });

  test('the optional meta is only there when it is set', () => {
    const [root] = buildMenus([
      row(1, null, { affix: true, breadcrumb: false, activeMenu: '/path9', hidden: true }),
    ]);
    expect(root?.hidden).toBe(true);
    expect(root?.children?.[0]?.meta).toMatchObject({ affix: true, breadcrumb: false, activeMenu: '/path9' });
  });
});

describe('buildStockMenus', () => {
  const rows = [
    directory(1, null),
    directory(2, 1),
    row(3, 2, { path: '/path1/three' }),
    row(4, 2, { path: '/path1/four' }),
    directory(5, 1),
    row(6, 5, { path: '/path1/six' }),
    row(7, 1),
  ];
  const shape = (menus: BuiltMenu[]): unknown[] =>
    menus.map(({ path, children }) => (children ? [path, shape(children)] : path));

  test('pages of groups stand in the directory around them, in order', () => {
    expect(shape(buildStockMenus(rows))).toEqual([
      ['/path1', ['/path1/three', '/path1/four', '/path1/six', 'path7']],
    ]);
    expect(shape(buildMenus(rows))).toEqual([
      ['/path1', [['path2', ['/path1/three', '/path1/four']], ['path5', ['/path1/six']], 'path7']],
    ]);
  });

  test('a nested directory whose pages have addresses below it stays', () => {
    const [root] = buildStockMenus([directory(1, null), directory(2, 1), row(3, 2)]);
    expect(root?.children?.[0]).toMatchObject({ component: 'ParentView', path: 'path2' });
  });
});
