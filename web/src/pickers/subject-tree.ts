import type { Subject } from '@zhiping/shared/contracts/subject.ts';
import { subjectChain, subjectPath } from '@zhiping/shared/rules/subject/path.ts';

/** A node on the path to a subject: catalogue, category, professional category or class. */
export type SubjectNode = {
  /** Last part of the path. */
  value: string;
  label: string;
  path: string[];
  /** Names from the catalogue down to this node. */
  chain: string[];
  /** Number of subjects at or below the node. */
  count: number;
  children?: SubjectNode[];
};

/** The catalogues as trees, in the order of the subjects. */
export const subjectTree = (
  subjects: readonly Subject[],
  labelOf: (catalog: string) => string,
): SubjectNode[] => {
  const roots: SubjectNode[] = [];
  const known = new Map<string, SubjectNode>();

  for (const subject of subjects) {
    const path = subjectPath({ subjectCatalog: subject.catalog, ...subject });
    const chain = subjectChain(subject, labelOf(subject.catalog));
    let siblings = roots;
    for (let depth = 1; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join('/');
      let node = known.get(key);
      if (!node) {
        node = {
          value: path[depth - 1]!,
          label: chain[depth - 1]!,
          path: path.slice(0, depth),
          chain: chain.slice(0, depth),
          count: 0,
        };
        known.set(key, node);
        siblings.push(node);
      }
      node.count += 1;
      if (depth < path.length) siblings = node.children ??= [];
    }
  }
  return roots;
};

/** The node at the end of a path; undefined if there is none. */
export const nodeAt = (tree: readonly SubjectNode[], path: readonly string[]): SubjectNode | undefined => {
  let node: SubjectNode | undefined;
  let siblings = tree;
  for (const value of path) {
    node = siblings.find((one) => one.value === value);
    if (!node) return undefined;
    siblings = node.children ?? [];
  }
  return node;
};
