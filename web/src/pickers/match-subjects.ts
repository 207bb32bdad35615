import { SUBJECT_PATH_LENGTHS } from '@zhiping/shared/constants.ts';
import { walkTree } from '@zhiping/shared/rules/dept/tree.ts';
import type { SubjectNode } from './subject-tree.ts';
import type { Match } from './use-matcher.ts';

type SubjectHit = { node: SubjectNode; fullName: string; at: readonly number[] };

const MOST = 50;
/** Path length of the highest nodes that can be chosen; nodes above them only lead there. */
export const SHORTEST_PATH = Math.min(...SUBJECT_PATH_LENGTHS);

const codeOf = (node: SubjectNode) => node.value.slice(node.value.lastIndexOf('_') + 1);

/**
 * The subjects that match the text: first by their own name or code, then by the names above them. Professional
 * categories can be chosen as well as classes, so a path has 3 or 4 parts.
 */
export const matchSubjects = (tree: readonly SubjectNode[], wanted: string, match: Match): SubjectHit[] => {
  const own: SubjectHit[] = [];
  const above: SubjectHit[] = [];
  for (const node of walkTree(tree)) {
    if (node.path.length < SHORTEST_PATH) continue;
    const fullName = node.chain.join(' - ');
    const start = fullName.length - node.label.length;
    const inName = match(node.label, wanted);
    if (inName) own.push({ node, fullName, at: inName.map((position) => start + position) });
    else if (codeOf(node).startsWith(wanted.toUpperCase())) own.push({ node, fullName, at: [] });
    else if (fullName.includes(wanted)) {
      const from = fullName.indexOf(wanted);
      above.push({ node, fullName, at: Array.from(wanted, (_, index) => from + index) });
    }
  }
  return [...own, ...above].slice(0, MOST);
};
