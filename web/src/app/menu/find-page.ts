import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { matchPath } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { fixedPages } from './fixed-pages.ts';
import { isExternal, joinPath } from '../../lib/menu-tree.ts';

export type Crumb = { title: string; path: string | null };

type FoundPage = {
  kind: 'page';
  /** Key in app/pages.ts. */
  component: string;
  title: string;
  /** Pinned: its tab cannot be closed. */
  affix: boolean;
  noCache: boolean;
  /** The sidebar entry to highlight in place of the page's own. */
  activeMenu: string;
  crumbs: Crumb[];
};

export type Found = FoundPage | { kind: 'redirect'; to: string } | { kind: 'none' };

export const homeCrumb: Crumb = { title: '首页', path: HOME_PATH };
const none: Found = { kind: 'none' };

/** A directory has no page of its own: its address leads to its first page. */
const firstPageIn = (menus: readonly BuiltMenu[], parentPath: string): string | undefined => {
  for (const menu of menus) {
    const path = joinPath(parentPath, menu.path);
    if (menu.hidden || isExternal(path)) continue;
    if (!menu.children?.length) return path;
    const inner = firstPageIn(menu.children, path);
    if (inner) return inner;
  }
  return undefined;
};

const crumbOf = (menu: BuiltMenu): Crumb[] =>
  menu.meta && menu.meta.breadcrumb !== false && menu.meta.title
    ? [{ title: menu.meta.title, path: null }]
    : [];

const findIn = (
  menus: readonly BuiltMenu[],
  pathname: string,
  parentPath: string,
  crumbs: Crumb[],
): Found => {
  for (const menu of menus) {
    const path = joinPath(parentPath, menu.path);
    if (isExternal(path)) continue;
    const trail = [...crumbs, ...crumbOf(menu)];
    if (menu.children?.length) {
      const inner = findIn(menu.children, pathname, path, trail);
      if (inner.kind !== 'none') return inner;
      const first = path === pathname ? firstPageIn(menu.children, path) : undefined;
      if (first) return { kind: 'redirect', to: first };
    } else if (menu.component && matchPath(path, pathname)) {
      return {
        kind: 'page',
        component: menu.component,
        title: menu.meta?.title ?? menu.name ?? '',
        affix: menu.meta?.affix ?? false,
        noCache: menu.meta?.noCache ?? false,
        activeMenu: menu.meta?.activeMenu ?? path,
        crumbs: [homeCrumb, ...trail],
      };
    }
  }
  return none;
};

/** The page at an address: a fixed page or one from the user's menus. */
export const findPage = (menus: readonly BuiltMenu[], pathname: string): Found => {
  const fixed = fixedPages.find(({ path }) => path === pathname);
  if (!fixed) return findIn(menus, pathname, '', []);
  return {
    kind: 'page',
    component: fixed.component,
    title: fixed.title,
    affix: fixed.affix ?? false,
    noCache: fixed.noCache ?? false,
    activeMenu: fixed.path,
    crumbs: fixed.path === HOME_PATH ? [homeCrumb] : [homeCrumb, { title: fixed.title, path: null }],
  };
};

const pinnedIn = (menus: readonly BuiltMenu[], parentPath: string): string[] =>
  menus.flatMap((menu) => {
    const path = joinPath(parentPath, menu.path);
    if (menu.children?.length) return pinnedIn(menu.children, path);
    return menu.meta?.affix && !isExternal(path) ? [path] : [];
  });

/** Paths of the pages whose tabs are always open. */
export const pinnedPaths = (menus: readonly BuiltMenu[]): string[] => [
  ...fixedPages.filter(({ affix }) => affix).map(({ path }) => path),
  ...pinnedIn(menus, ''),
];
