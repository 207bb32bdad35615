import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';

export type CycleStanding = Pick<
  Cycle,
  | 'state'
  | 'applyOpensAt'
  | 'applyClosesAt'
  | 'reportClosesAt'
  | 'bodyClosesAt'
  | 'reviewClosesAt'
  | 'suspendedReason'
  | 'can'
>;

const schoolsAndBodies = ({ reportClosesAt, bodyClosesAt }: CycleStanding) =>
  `学校报送截止 ${reportClosesAt}${bodyClosesAt === null ? '' : `，主管部门审核截止 ${bodyClosesAt}`}`;

const words: Partial<Record<CycleState, (cycle: CycleStanding) => string>> = {
  draft: ({ can }) => `下一步：${can.publish === true ? '核对后发布' : '填好各步后发布'}，由评审办操作。`,
  published: ({ applyOpensAt }) => `下一步：${applyOpensAt} 自动开始申报。`,
  applying: ({ applyClosesAt }) => `下一步：${applyClosesAt} 自动截止申报，进入审核。`,
  checking: (cycle) =>
    cycle.can.review === true
      ? '下一步：报送已截止，资格审查完成后由评审办点「进入评审」。'
      : `下一步：${schoolsAndBodies(cycle)}，之后由评审办点「进入评审」。`,
  reviewing: ({ reviewClosesAt }) => `下一步：专家评审截止 ${reviewClosesAt}，送审在「送审分配」中结束。`,
};

/**
 * The next change of a cycle, when it happens, and whether it happens by time or by the office; null if there is none.
 */
export const nextChangeOf = (cycle: CycleStanding): string | null =>
  cycle.suspendedReason === null ? (words[cycle.state]?.(cycle) ?? null) : null;
