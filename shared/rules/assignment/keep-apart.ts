import type { Flow } from './flow.ts';
import { copySolution, forbidArc } from './reoptimise.ts';
import { resultOf, type Solution } from './solve.ts';

/** Two experts, by position, who must not have the same project: an advisor and their student, spouses. */
export type Apart = { a: number; b: number };

type Branch = { solution: Solution; cost: number };

/** Limit of branches. Beyond it the best branch is followed to its end, and the result is not proven optimal. */
const MAX_BRANCHES = 400;

/** The arcs of a project that two of them share, or null. O(units of these experts). */
const findMeeting = ({ network, firstUnit, nextUnit, unitArc }: Flow, pairs: readonly Apart[]) => {
  for (const { a, b } of pairs) {
    const arcOfFile = new Map<number, number>();
    for (let unit = firstUnit[a]!; unit >= 0; unit = nextUnit[unit]!)
      arcOfFile.set(network.arcFile[unitArc[unit]!]!, unitArc[unit]!);
    for (let unit = firstUnit[b]!; unit >= 0; unit = nextUnit[unit]!) {
      const other = arcOfFile.get(network.arcFile[unitArc[unit]!]!);
      if (other !== undefined) return [other, unitArc[unit]!] as const;
    }
  }
  return null;
};

/**
 * The best assignment in which experts to be kept apart do not meet. Where two meet, one of them is forbidden that
 * project, and the cheapest branch continues (branch and bound, best first: Land and Doig, 1960). Each branch
 * reoptimises the one before. `look` sees every solved branch but the root. With `isProven` no assignment is better;
 * otherwise none is better than `bound`.
 */
export const keepApart = (
  root: Solution,
  pairs: readonly Apart[],
  look: (solution: Solution) => void = () => {},
): { solution: Solution; isProven: boolean; bound: number } => {
  const open: Branch[] = [{ solution: root, cost: resultOf(root).cost }];
  for (let branches = 1; ;) {
    open.sort((one, other) => other.cost - one.cost);
    const { solution, cost } = open.pop()!;
    const meeting = findMeeting(solution.flow, pairs);
    if (!meeting) return { solution, isProven: true, bound: cost };
    const next = meeting.map((arc) => {
      const changed = copySolution(solution);
      forbidArc(changed, arc);
      look(changed);
      return { solution: changed, cost: resultOf(changed).cost };
    });
    branches += next.length;
    if (branches < MAX_BRANCHES) {
      open.push(...next);
      continue;
    }
    const [first, second] = next[0]!.cost <= next[1]!.cost ? next : next.toReversed();
    // Kept only as bounds: the branch that is followed must come next.
    const rest = [...open.map((branch) => branch.cost), second!.cost].reduce((a, b) => Math.min(a, b));
    return follow(first!, pairs, rest, look);
  }
};

/** Follows the cheaper branch until no pair meets. Terminates: each step forbids a pair. */
const follow = (from: Branch, pairs: readonly Apart[], bound: number, look: (solution: Solution) => void) => {
  let { solution, cost } = from;
  for (
    let meeting = findMeeting(solution.flow, pairs);
    meeting;
    meeting = findMeeting(solution.flow, pairs)
  ) {
    const branches = meeting.map((arc) => {
      const changed = copySolution(solution);
      forbidArc(changed, arc);
      return { solution: changed, cost: resultOf(changed).cost };
    });
    ({ solution, cost } = branches[0]!.cost <= branches[1]!.cost ? branches[0]! : branches[1]!);
    look(solution);
  }
  return { solution, isProven: cost <= bound, bound: Math.min(bound, from.cost) };
};
