/** A node of a tree pane. `note` is shown after the title, for example a number of entries. */
export type PaneNode = { key: string; title: string; note?: string; children?: PaneNode[] };

/** The nodes whose title contains the text, with their parents and all nodes below them. */
export const filterNodes = (nodes: readonly PaneNode[], text: string): PaneNode[] =>
  nodes.flatMap((node) => {
    if (node.title.includes(text)) return [node];
    const children = filterNodes(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });

/** Keys of the nodes above level `depth`: expanding them shows that many levels. */
export const keysToDepth = (nodes: readonly PaneNode[], depth: number): string[] =>
  depth <= 1
    ? []
    : nodes.flatMap((node) => (node.children ? [node.key, ...keysToDepth(node.children, depth - 1)] : []));

/** Keys of the parents of hits: expanding them shows every hit. */
export const keysToHits = (nodes: readonly PaneNode[], text: string): string[] =>
  nodes.flatMap((node) => {
    const below = keysToHits(node.children ?? [], text);
    const holdsHit = below.length > 0 || (node.children ?? []).some((child) => child.title.includes(text));
    return holdsHit ? [node.key, ...below] : [];
  });
