import type { Denial } from './denial.ts';
import type { StateMachine } from './state-machine.ts';

/** States of an application (申报), as far as applicant, school and time move it. Office and committee go on from there. */
export const projectStates = {
  draft: '填写中',
  submitted: '已提交',
  returned: '已退回',
  withdrawn: '已放弃',
} as const;
export type ProjectState = keyof typeof projectStates;

/** While the applicant may change what stands in it. */
export const isInWork = (state: ProjectState): boolean => state === 'draft' || state === 'returned';

export type ProjectEvent = 'submit' | 'recall' | 'withdraw' | 'return';
export type ProjectActor = 'applicant' | 'school' | 'office';

/** What the guards look at. */
export type ProjectCase = {
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
  /** Why nothing can be handed in now; null while it can. */
  windowDenial: string | null;
  /** Why schools cannot report any more; null while they can. */
  reportDenial: string | null;
  /** How many things are missing or speak against it. */
  problems: number;
  /** Whether the school has returned it once: from then on it has it in hand. */
  isInCheck: boolean;
};

const deny = (code: string, message: string): Denial => ({ code: `project.${code}`, message });

const notSuspended = ({ suspendedReason }: ProjectCase) =>
  suspendedReason === null ? null : deny('suspended', `批次已暂停：${suspendedReason}`);

const inWindow = (subject: ProjectCase) =>
  notSuspended(subject) ?? (subject.windowDenial === null ? null : deny('window', subject.windowDenial));

const beforeReport = (subject: ProjectCase) =>
  notSuspended(subject) ?? (subject.reportDenial === null ? null : deny('report', subject.reportDenial));

const complete = ({ problems }: ProjectCase) =>
  problems > 0 ? deny('incomplete', `还有 ${problems} 项没有填好，不能提交`) : null;

const notInCheck = ({ isInCheck }: ProjectCase) =>
  isInCheck ? deny('in_check', '单位已开始审核，不能自行撤回；需要修改请联系单位退回') : null;

/**
 * The application. Whoever has submitted may take it back and submit again while the window is open and the school has not begun;
 * what the school returns is handed in again until schools report. Giving up is for good, and another application may be begun.
 */
export const projectMachine: StateMachine<ProjectState, ProjectEvent, ProjectActor, ProjectCase> = {
  noun: '申报',
  states: projectStates,
  events: { submit: '提交', recall: '撤回修改', withdraw: '放弃申报', return: '退回修改' },
  transitions: [
    {
      from: 'draft',
      event: 'submit',
      to: 'submitted',
      who: ['applicant'],
      guard: (subject) => inWindow(subject) ?? complete(subject),
    },
    {
      from: 'returned',
      event: 'submit',
      to: 'submitted',
      who: ['applicant'],
      guard: (subject) => beforeReport(subject) ?? complete(subject),
    },
    {
      from: 'submitted',
      event: 'recall',
      to: 'draft',
      who: ['applicant'],
      guard: (subject) => notInCheck(subject) ?? inWindow(subject),
    },
    { from: 'submitted', event: 'return', to: 'returned', who: ['school'], guard: beforeReport },
    { from: 'draft', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'submitted', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'returned', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
  ],
};
