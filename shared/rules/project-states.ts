import type { Denial } from './denial.ts';
import type { StateMachine } from './state-machine.ts';

/** States of an application (申报), as far as the applicant and time move it. Schools, office and committee go on from there. */
export const projectStates = {
  draft: '填写中',
  submitted: '已提交',
  withdrawn: '已放弃',
} as const;
export type ProjectState = keyof typeof projectStates;

export type ProjectEvent = 'submit' | 'recall' | 'withdraw';

/** What the guards look at. */
export type ProjectCase = {
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
  /** Why nothing can be handed in now; null while it can. */
  windowDenial: string | null;
  /** How many things are missing or speak against it. */
  problems: number;
};

const deny = (code: string, message: string): Denial => ({ code: `project.${code}`, message });

const notSuspended = ({ suspendedReason }: ProjectCase) =>
  suspendedReason === null ? null : deny('suspended', `批次已暂停：${suspendedReason}`);

const inWindow = (subject: ProjectCase) =>
  notSuspended(subject) ?? (subject.windowDenial === null ? null : deny('window', subject.windowDenial));

/**
 * The application. Whoever has submitted may take it back and submit again while the window is open; giving up is for good,
 * and another application may be begun.
 */
export const projectMachine: StateMachine<ProjectState, ProjectEvent, 'applicant', ProjectCase> = {
  noun: '申报',
  states: projectStates,
  events: { submit: '提交', recall: '撤回修改', withdraw: '放弃申报' },
  transitions: [
    {
      from: 'draft',
      event: 'submit',
      to: 'submitted',
      who: ['applicant'],
      guard: (subject) =>
        inWindow(subject) ??
        (subject.problems > 0 ? deny('incomplete', `还有 ${subject.problems} 项没有填好，不能提交`) : null),
    },
    { from: 'submitted', event: 'recall', to: 'draft', who: ['applicant'], guard: inWindow },
    { from: 'draft', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'submitted', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
  ],
};
