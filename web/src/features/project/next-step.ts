import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';

export type Standing = {
  state: ProjectState;
  cycle: Pick<
    ApplicantProject['cycle'],
    | 'organiser'
    | 'applyClosesAt'
    | 'reportClosesAt'
    | 'bodyClosesAt'
    | 'eligibilityClosesAt'
    | 'reviewClosesAt'
    | 'isOpen'
  >;
  lastReturn: { dueAt: string | null } | null;
  publicity: ApplicantProject['publicity'];
  step: ApplicantProject['step'];
};

const dayOf = (at: string) => at.slice(0, 10);
/** A planned date: the office may still change it, since nothing else depends on it. */
const planned = (at: string | null) => (at === null ? '' : `，计划 ${dayOf(at)} 前完成`);

const inPublicity = ({ publicity, cycle }: Standing) => {
  const until = cycle.reportClosesAt === null ? '' : ` ${cycle.reportClosesAt} 前`;
  const shown = publicity ? `公示至 ${publicity.endsOn}` : '接下来公示不少于五个工作日';
  return `所在单位已推荐，${shown}，期满后${until}报送${cycle.organiser}。`;
};

const words: Record<ProjectState, (one: Standing) => string> = {
  draft: ({ cycle }) => `填写完成后提交，申报截止 ${cycle.applyClosesAt}。`,
  submitted: ({ cycle, lastReturn }) =>
    `接下来由所在单位审核、推荐并公示不少于五个工作日，${cycle.reportClosesAt ?? '截止时间'} 前报送${cycle.organiser}。需要您修改时会退回，请留意短信和站内消息。${lastReturn ? '' : `申报截止（${cycle.applyClosesAt}）前可以自行撤回修改。`}`,
  returned: ({ cycle }) => `修改后重新提交，单位报送截止 ${cycle.reportClosesAt ?? '时间待定'}。`,
  unitPublicity: inPublicity,
  notRecommended: ({ cycle }) =>
    `所在单位没有推荐，原因见下方经过。如有异议，请联系所在单位；报送截止 ${cycle.reportClosesAt ?? '时间待定'}。`,
  reported: ({ cycle, step }) =>
    `${step === 'body' ? `所在单位已报送，${cycle.bodyClosesAt ?? '截止时间'} 前由主管部门审核，然后` : '接下来'}由${cycle.organiser}审查资格${planned(cycle.eligibilityClosesAt)}，结果会通知您。`,
  supplementing: ({ lastReturn }) => `请在 ${lastReturn?.dueAt} 前补正，逾期视为放弃申报。`,
  eligible: ({ cycle }) => `接下来进入专家评审${planned(cycle.reviewClosesAt)}，结果会通知您。`,
  ineligible: ({ cycle }) => `如有异议，请联系所在单位或${cycle.organiser}。`,
  inExternalReview: ({ cycle }) => `专家正在评审${planned(cycle.reviewClosesAt)}，结果公布后会通知您。`,
  externalPassed: () => '专家评审已通过，接下来提交评审委员会。',
  externalFailed: ({ cycle }) => `专家评审没有通过。如有异议，请联系所在单位或${cycle.organiser}。`,
  withdrawn: ({ cycle }) =>
    `这份申报已放弃，不再受理。${cycle.isOpen ? `${cycle.applyClosesAt} 前可以重新开始申报。` : '本批次现在不能重新申报。'}`,
};

/** The next step and its date, in words. */
export const nextStepInWords = (one: Standing): string => words[one.state](one);
