export type Row = { id: number; pid: number | null };
export type TreeNode<T> = T & { children: TreeNode<T>[] };

/**
 * Flat rows as trees, in the order of the rows. A row whose parent is not among the rows is a root, so a part of a
 * larger tree can be built too; rows that form a circle hang on no root and are left out.
 */
export const buildTree = <T extends Row>(rows: readonly T[]): TreeNode<T>[] => {
  const nodes = new Map<number, TreeNode<T>>(rows.map((row) => [row.id, { ...row, children: [] }]));
  const roots: TreeNode<T>[] = [];
  for (const node of nodes.values()) {
    const parent = node.pid === null ? undefined : nodes.get(node.pid);
    (parent?.children ?? roots).push(node);
  }
  return roots;
};

type Nested<N> = { children?: readonly N[] };

/** Every node, parents before their children. */
export function* walkTree<N extends Nested<N>>(nodes: readonly N[]): Generator<N> {
  for (const node of nodes) {
    yield node;
    yield* walkTree(node.children ?? []);
  }
}

/** The nodes from a root down to the first one that matches; empty when none does. */
export const findPath = <N extends Nested<N>>(nodes: readonly N[], matches: (node: N) => boolean): N[] => {
  for (const node of nodes) {
    if (matches(node)) return [node];
    const below = findPath(node.children ?? [], matches);
    if (below.length > 0) return [node, ...below];
  }
  return [];
};
