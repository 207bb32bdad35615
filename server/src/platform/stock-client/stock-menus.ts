import type { TreeNode } from '@zhiping/shared/rules/dept/tree.ts';

type Placed = { type: 0 | 1; path: string };
type Target = { type: 0 | 1; iFrame: boolean; component: string | null };

/** Pages that the web client of the eladmin family (version 2.7) brings along, by the paths of its files. */
const stockPages = new Set([
  'system/user/index',
  'system/role/index',
  'system/menu/index',
  'system/dept/index',
  'system/job/index',
  'system/dict/index',
  'system/timing/index',
  'monitor/online/index',
  'monitor/log/index',
  'monitor/log/errorLog',
  'monitor/server/index',
  'tools/storage/index',
]);

/** Whether a menu leads somewhere in a client that has those pages only. */
export const hasStockPage = ({ type, iFrame, component }: Target) =>
  type === 0 || iFrame || (component !== null && stockPages.has(component));

/**
 * A group is a directory in another one whose pages have whole addresses. A stock client glues an address out of every
 * directory on the way, and loses every second of several directories, so there the pages stand in the outer one.
 */
const isGroup = ({ type, children }: TreeNode<Placed>) =>
  type === 0 && children.length > 0 && children.every(({ path }) => path.startsWith('/'));

export const withoutGroups = <M extends Placed>(node: TreeNode<M>): TreeNode<M> => ({
  ...node,
  children: node.children
    .map((child) => withoutGroups(child))
    .flatMap((child) => (isGroup(child) ? child.children : [child])),
});
