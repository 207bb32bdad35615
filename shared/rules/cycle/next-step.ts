import type { Permission } from '../../permissions.ts';
import { formatDateTime } from '../../schemas.ts';
import { isPast } from '../review-rule/moments.ts';
import type { CycleCase, CycleState } from './states.ts';

/** What decides the next step of a cycle; unset times are null. */
export type CycleStanding = CycleCase & {
  state: CycleState;
  blind: boolean;
  reviewClosesAt: Date | null;
  /** Whether a draw was released, and with it materials to experts. */
  isSent: boolean;
  /** End of the external review; null before it. */
  closedAt: Date | null;
  /** Publication of its results; null before it. */
  releasedAt: Date | null;
};

/** Pages where steps are taken, with the permission that each needs. */
export const stepPages = {
  projects: { path: '/review/project', permission: 'project:list' },
  draws: { path: '/review/draw', permission: 'assignment:list' },
  round: { path: '/review/assignment', permission: 'review:list' },
  progress: { path: '/review/progress', permission: 'review:list' },
} as const satisfies Record<string, { path: string; permission: Permission }>;
type StepPage = keyof typeof stepPages;

export type NextStep = {
  /** In words, without 「下一步」. */
  words: string;
  /** The page where it is taken; null where that is the page of the cycle, or time takes it. */
  page: StepPage | null;
};

const at = (moment: Date | null) => (moment === null ? '' : formatDateTime(moment));

const isOver = (end: Date | null, now: Date) => end === null || isPast(end, now);

const onCycle = (words: string): NextStep => ({ words, page: null });

const afterReports = ({ now, reportClosesAt, bodyClosesAt, undecided }: CycleStanding): NextStep => {
  if (isOver(reportClosesAt, now) && isOver(bodyClosesAt, now)) {
    const first = undecided > 0 ? `判定 ${undecided} 份申报的资格后` : '资格审查完成后';
    return { words: `${first}，由评审办点「进入评审」`, page: 'projects' };
  }
  const body = bodyClosesAt === null ? '' : `，主管部门审核截止 ${at(bodyClosesAt)}`;
  return onCycle(`学校报送截止 ${at(reportClosesAt)}${body}，之后由评审办点「进入评审」`);
};

const inReview = (standing: CycleStanding): NextStep => {
  const { blind, isSent, reviewClosesAt, closedAt, releasedAt, now } = standing;
  if (releasedAt !== null) return onCycle('送审结果已公布，召开评审委员会会议');
  if (closedAt !== null) return { words: '核对送审结果后公布', page: 'round' };
  if (!isSent)
    return {
      words: `抽取专家${blind ? '，放行盲审副本' : ''}，再发布抽取结果`,
      page: 'draws',
    };
  return isOver(reviewClosesAt, now)
    ? { words: '意见交齐后结束送审', page: 'round' }
    : { words: `专家评审，截止 ${at(reviewClosesAt)}，之后结束送审`, page: 'progress' };
};

const steps: Partial<Record<CycleState, (standing: CycleStanding) => NextStep>> = {
  draft: ({ missing }) => onCycle(`${missing === 0 ? '核对后发布' : '填好各步后发布'}，由评审办操作`),
  published: ({ applyOpensAt }) => onCycle(`${at(applyOpensAt)} 自动开始申报`),
  applying: ({ applyClosesAt }) => onCycle(`${at(applyClosesAt)} 自动截止申报，进入审核`),
  checking: afterReports,
  reviewing: inReview,
};

/** The next step of a cycle, who takes it or when time does; null while it is suspended, and where none follows. */
export const nextStepOf = (standing: CycleStanding): NextStep | null =>
  standing.suspendedReason === null ? (steps[standing.state]?.(standing) ?? null) : null;
