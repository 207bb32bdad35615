import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { HOME_PATH } from './paths.ts';

export const isExternal = (path: string) => /^(https?:|mailto:|tel:)/.test(path);

/** Joins a menu path to its parent; absolute paths and external links stay as they are. */
export const joinPath = (parent: string, path: string): string => {
  if (isExternal(path) || path.startsWith('/')) return path;
  return `${parent.replace(/\/$/, '')}/${path}`.replace(/\/$/, '') || '/';
};

export type SidebarNode = {
  key: string;
  title: string;
  icon: string | null;
  /** Target of a leaf; a directory has children instead. */
  path: string;
  isExternal: boolean;
  children: SidebarNode[];
};

const leaf = (menu: BuiltMenu, path: string, icon: string | null): SidebarNode => ({
  key: path,
  title: menu.meta?.title ?? menu.name ?? path,
  icon,
  path,
  isExternal: isExternal(path),
  children: [],
});

const nodeOf = (menu: BuiltMenu, parentPath: string): SidebarNode[] => {
  if (menu.hidden) return [];
  const path = joinPath(parentPath, menu.path);
  const shown = (menu.children ?? []).filter((child) => !child.hidden);
  const [only] = shown;
  if (!only) return [leaf(menu, path, menu.meta?.icon ?? null)];
  if (shown.length === 1 && !menu.alwaysShow && !only.children?.some((child) => !child.hidden)) {
    return [leaf(only, joinPath(path, only.path), only.meta?.icon ?? menu.meta?.icon ?? null)];
  }
  return [
    { ...leaf(menu, path, menu.meta?.icon ?? null), children: shown.flatMap((child) => nodeOf(child, path)) },
  ];
};

const home: SidebarNode = {
  key: HOME_PATH,
  title: '首页',
  icon: 'home',
  path: HOME_PATH,
  isExternal: false,
  children: [],
};

/**
 * The sidebar: home, then the menus from the server, without hidden entries and with directories of one page collapsed
 * into that page.
 */
export const sidebarOf = (menus: readonly BuiltMenu[]): SidebarNode[] => [
  home,
  ...menus.flatMap((menu) => nodeOf(menu, '')),
];

/** Keys of the directories around a page, outermost first. */
export const directoriesAround = (nodes: readonly SidebarNode[], path: string): string[] => {
  for (const node of nodes) {
    if (node.children.some((child) => child.path === path)) return [node.key];
    const inner = directoriesAround(node.children, path);
    if (inner.length > 0) return [node.key, ...inner];
  }
  return [];
};

export const leavesOf = (nodes: readonly SidebarNode[]): SidebarNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]));
