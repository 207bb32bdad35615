import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { buildTree, type TreeNode } from '@zhiping/shared/rules/dept/tree.ts';
import { withoutGroups } from '../../platform/stock-client/stock-menus.ts';

export type MenuRow = {
  id: number;
  pid: number | null;
  type: 0 | 1;
  title: string;
  componentName: string | null;
  component: string | null;
  path: string;
  icon: string | null;
  iFrame: boolean;
  cache: boolean;
  hidden: boolean;
  affix: boolean;
  breadcrumb: boolean;
  activeMenu: string | null;
};

type Node = TreeNode<MenuRow>;

/**
 * The menu tree of a session from the menus that were granted to its roles, ordered (wire.md §4). A node whose parent was
 * not granted is dropped, and so is a directory without any granted page.
 */
export const buildMenus = (granted: readonly MenuRow[]): BuiltMenu[] => builtFrom(buildTree(granted));

/** The same for a stock client, without the groups that it cannot show. */
export const buildStockMenus = (granted: readonly MenuRow[]): BuiltMenu[] =>
  builtFrom(buildTree(granted).map((node) => withoutGroups(node)));

const builtFrom = (trees: Node[]): BuiltMenu[] => {
  const roots = trees.filter((node) => node.pid === null);
  return roots.flatMap((node) =>
    leadsToPage(node) ? [isWrapped(node) ? wrapped(node) : built(node, true)] : [],
  );
};

const leadsToPage = (node: Node): boolean => node.type === 1 || node.children.some(leadsToPage);

/** A page at the root needs the shell around it, so it becomes the only child of an unnamed layout. */
const isWrapped = (node: Node) => node.children.length === 0;

const wrapped = (node: Node): BuiltMenu => ({
  name: null,
  path: rootPath(node),
  hidden: node.hidden,
  component: 'Layout',
  meta: null,
  children: [{ ...built(node, false), path: node.iFrame ? node.path : 'index' }],
});

const built = (node: Node, atRoot: boolean): BuiltMenu => {
  const children = node.children.filter(leadsToPage).map((child) => built(child, false));
  return {
    name: node.componentName ?? node.title,
    path: atRoot ? rootPath(node) : node.path,
    hidden: node.hidden,
    ...(node.iFrame ? {} : { component: componentOf(node, atRoot) }),
    ...(children.length > 0 ? { alwaysShow: true, redirect: 'noredirect', children } : {}),
    meta: {
      title: node.title,
      icon: node.icon,
      noCache: !node.cache,
      ...(node.affix ? { affix: true } : {}),
      ...(node.breadcrumb ? {} : { breadcrumb: false }),
      ...(node.activeMenu ? { activeMenu: node.activeMenu } : {}),
    },
  };
};

const rootPath = (node: Node) => (node.iFrame ? node.path : `/${node.path.replace(/^\/+/, '')}`);

const componentOf = (node: Node, atRoot: boolean) => node.component ?? (atRoot ? 'Layout' : 'ParentView');
