import type { Denial } from '../workflow/denial.ts';
import type { StateMachine, Transition } from '../workflow/state-machine.ts';

/** States of a project (申报) up to the end of the external review. Committee and ballot continue from there. */
export const projectStates = {
  draft: '填写中',
  submitted: '已提交',
  returned: '已退回',
  notRecommended: '不予推荐',
  unitPublicity: '单位公示',
  reported: '已报送',
  supplementing: '补正中',
  eligible: '资格合格',
  ineligible: '资格不合格',
  inExternalReview: '送审中',
  externalPassed: '送审通过',
  externalFailed: '送审未通过',
  withdrawn: '已放弃',
} as const;
export type ProjectState = keyof typeof projectStates;

/** Found eligible, whatever the later result of the external review. */
export const isEligible = (state: ProjectState): boolean =>
  state === 'eligible' ||
  state === 'inExternalReview' ||
  state === 'externalPassed' ||
  state === 'externalFailed';

/** States in which the applicant may change the form. */
export const isInWork = (state: ProjectState): boolean =>
  state === 'draft' || state === 'returned' || state === 'supplementing';

/** The step that handles a submitted or reported project, beside its state. */
export const checkSteps = { college: '院系审核', school: '学校审核', body: '主管部门审核' } as const;
export type CheckStep = keyof typeof checkSteps;
/** Whose turn it is, up to the eligibility check. */
export const turns = { ...checkSteps, office: '评审办审查' } as const;
export type Turn = keyof typeof turns;

export type ProjectEvent =
  | 'prefill'
  | 'submit'
  | 'recall'
  | 'withdraw'
  | 'return'
  | 'handOn'
  | 'sendBack'
  | 'endorse'
  | 'giveBack'
  | 'recommend'
  | 'decline'
  | 'reconsider'
  | 'report'
  | 'retract'
  | 'supplement'
  | 'lapse'
  | 'accept'
  | 'refuse'
  | 'reopen'
  | 'sendOut'
  | 'pass'
  | 'fail';
export type ProjectActor = 'applicant' | 'college' | 'school' | 'body' | 'office' | 'clock';

/** Facts that the guards check. */
export type ProjectCase = {
  /** Why the cycle is suspended; null while it is not. */
  suspendedReason: string | null;
  /** Why submitting is not possible now; null if it is. */
  windowDenial: string | null;
  /** Why schools cannot report any more; null while they can. */
  reportDenial: string | null;
  /** Why too little time is left to change what is returned; null while it is enough. */
  returnDenial: string | null;
  /** Number of missing entries and unmet rules. */
  problems: number;
  /** Whether the register of the school lists the applicant as employed. */
  isEmployed: boolean;
  /** Whether the check of the unit has begun: from the first return on, applicants cannot recall the project. */
  isInCheck: boolean;
  /**
   * The step in charge. A college whose time is over gives its step to the school; without a supervising body it is the
   * school's or, if reported, the office's.
   */
  step: CheckStep;
  /** Why the college cannot check it again; null while it can. */
  collegeDenial: string | null;
  /** Why the publicity of the school has not ended successfully; null once it has. */
  publicityDenial: string | null;
  /** Whether the office has taken a step since the school reported. */
  isOfficeAtWork: boolean;
  /** Why the office can no longer decide; null while it can. */
  eligibilityDenial: string | null;
  /** Whether it was returned for supplements before. */
  wasSupplemented: boolean;
  /** Why supplements cannot be submitted as they are now; null while they can. */
  supplementDenial: string | null;
  /** Whether the time for supplements is over. */
  isLapsed: boolean;
  /** Whether a request to accept it waits for a second person. */
  isAsked: boolean;
};

const deny = (code: string, message: string): Denial => ({ code: `project.${code}`, message });

const notSuspended = ({ suspendedReason }: ProjectCase) =>
  suspendedReason === null ? null : deny('suspended', `批次已暂停：${suspendedReason}`);

const inWindow = (subject: ProjectCase) =>
  notSuspended(subject) ?? (subject.windowDenial === null ? null : deny('window', subject.windowDenial));

const beforeReport = (subject: ProjectCase) =>
  notSuspended(subject) ?? (subject.reportDenial === null ? null : deny('report', subject.reportDenial));

const inTimeToChange = ({ returnDenial }: ProjectCase) =>
  returnDenial === null ? null : deny('return_late', returnDenial);

const complete = ({ problems }: ProjectCase) =>
  problems > 0 ? deny('incomplete', `还有 ${problems} 项没有填好，不能提交`) : null;

const employed = ({ isEmployed }: ProjectCase) =>
  isEmployed ? null : deny('employer', '您不是这所学校登记在册的教师，不能提交申报，请联系学校职称管理员');

const notInCheck = ({ isInCheck }: ProjectCase) =>
  isInCheck ? deny('in_check', '单位已开始审核，不能自行撤回；需要修改请联系单位退回') : null;

const collegeTurn = (subject: ProjectCase) =>
  beforeReport(subject) ??
  (subject.step === 'college' ? null : deny('step', '申报在学校审核环节，院系不能再处理'));

const schoolTurn = (subject: ProjectCase) =>
  beforeReport(subject) ??
  (subject.step === 'school' ? null : deny('step', '申报在院系审核环节，院系审核通过后由学校处理'));

const toCollege = (subject: ProjectCase) =>
  schoolTurn(subject) ?? (subject.collegeDenial === null ? null : deny('no_college', subject.collegeDenial));

const publicised = ({ publicityDenial }: ProjectCase) =>
  publicityDenial === null ? null : deny('publicity', publicityDenial);

const officeNotAtWork = ({ isOfficeAtWork }: ProjectCase) =>
  isOfficeAtWork ? deny('office_at_work', '评审办已开始审查，不能再撤回或退回') : null;

const inEligibility = (subject: ProjectCase) =>
  notSuspended(subject) ??
  (subject.eligibilityDenial === null ? null : deny('eligibility', subject.eligibilityDenial));

const bodyTurn = (subject: ProjectCase) =>
  inEligibility(subject) ??
  (subject.step === 'body'
    ? officeNotAtWork(subject)
    : deny('step', '申报不在主管部门审核环节，主管部门不能再处理'));

const officeTurn = (subject: ProjectCase) =>
  inEligibility(subject) ??
  (subject.step === 'body' ? deny('step', '申报在主管部门审核环节，审核通过或到期后由评审办处理') : null);

const onlyOnce = ({ wasSupplemented }: ProjectCase) =>
  wasSupplemented ? deny('supplement_once', '已要求过一次补正，不能再次要求（一次性告知）') : null;

const supplementsTaken = ({ supplementDenial }: ProjectCase) =>
  supplementDenial === null ? null : deny('supplement', supplementDenial);

const notAsked = ({ isAsked }: ProjectCase) =>
  isAsked ? deny('asked', '已提请判定合格，请由他人在「双人复核」中答复') : null;

const afterwards = ({ isLapsed }: ProjectCase) => (isLapsed ? null : deny('early', '补正期限未到'));

type Step = Transition<ProjectState, ProjectEvent, ProjectActor, ProjectCase>;

/** From the report of the school to the end of the external review. */
const officeSteps: readonly Step[] = [
  {
    from: 'supplementing',
    event: 'submit',
    to: 'reported',
    who: ['applicant'],
    guard: (subject) => notSuspended(subject) ?? supplementsTaken(subject) ?? complete(subject),
  },
  {
    from: 'supplementing',
    event: 'lapse',
    to: 'withdrawn',
    who: ['clock'],
    guard: (subject) => notSuspended(subject) ?? afterwards(subject),
  },
  {
    from: 'reported',
    event: 'supplement',
    to: 'supplementing',
    who: ['office'],
    guard: (subject) => officeTurn(subject) ?? onlyOnce(subject),
  },
  {
    from: 'reported',
    event: 'accept',
    to: 'eligible',
    who: ['office'],
    guard: (subject) => officeTurn(subject) ?? notAsked(subject),
  },
  { from: 'reported', event: 'refuse', to: 'ineligible', who: ['office'], guard: officeTurn },
  { from: 'eligible', event: 'reopen', to: 'reported', who: ['office'], guard: inEligibility },
  { from: 'ineligible', event: 'reopen', to: 'reported', who: ['office'], guard: inEligibility },
  { from: 'eligible', event: 'sendOut', to: 'inExternalReview', who: ['office'], guard: notSuspended },
  { from: 'inExternalReview', event: 'pass', to: 'externalPassed', who: ['office'], guard: notSuspended },
  { from: 'inExternalReview', event: 'fail', to: 'externalFailed', who: ['office'], guard: notSuspended },
  { from: 'supplementing', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
  { from: 'reported', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
];

/**
 * The project. Applicants may withdraw a submitted project and submit again while the window is open and the school has
 * not started; a returned one can be submitted again until schools report. Giving up is final, and another project may
 * be started.
 */
export const projectMachine: StateMachine<ProjectState, ProjectEvent, ProjectActor, ProjectCase> = {
  noun: '申报',
  states: projectStates,
  events: {
    prefill: '单位导入',
    submit: '提交',
    recall: '撤回修改',
    withdraw: '放弃申报',
    return: '退回修改',
    handOn: '院系审核通过',
    sendBack: '退回院系',
    endorse: '主管部门审核通过',
    giveBack: '退回学校',
    recommend: '推荐',
    decline: '不予推荐',
    reconsider: '重新审核',
    report: '报送',
    retract: '撤回报送',
    supplement: '要求补正',
    lapse: '逾期未补正，视为放弃',
    accept: '判定合格',
    refuse: '判定不合格',
    reopen: '重新审查',
    sendOut: '送审',
    pass: '送审通过',
    fail: '送审未通过',
  },
  transitions: [
    { from: 'draft', event: 'prefill', to: 'draft', who: ['school'], guard: inWindow },
    {
      from: 'draft',
      event: 'submit',
      to: 'submitted',
      who: ['applicant'],
      guard: (subject) => inWindow(subject) ?? employed(subject) ?? complete(subject),
    },
    {
      from: 'returned',
      event: 'submit',
      to: 'submitted',
      who: ['applicant'],
      guard: (subject) => beforeReport(subject) ?? employed(subject) ?? complete(subject),
    },
    {
      from: 'submitted',
      event: 'recall',
      to: 'draft',
      who: ['applicant'],
      guard: (subject) => notInCheck(subject) ?? inWindow(subject),
    },
    {
      from: 'submitted',
      event: 'return',
      to: 'returned',
      who: ['school'],
      guard: (subject) => schoolTurn(subject) ?? inTimeToChange(subject),
    },
    {
      from: 'submitted',
      event: 'return',
      to: 'returned',
      who: ['college'],
      guard: (subject) => collegeTurn(subject) ?? inTimeToChange(subject),
    },
    { from: 'submitted', event: 'handOn', to: 'submitted', who: ['college'], guard: collegeTurn },
    { from: 'submitted', event: 'sendBack', to: 'submitted', who: ['school'], guard: toCollege },
    {
      from: 'unitPublicity',
      event: 'return',
      to: 'returned',
      who: ['school'],
      guard: (subject) => beforeReport(subject) ?? inTimeToChange(subject),
    },
    { from: 'submitted', event: 'recommend', to: 'unitPublicity', who: ['school'], guard: schoolTurn },
    { from: 'submitted', event: 'decline', to: 'notRecommended', who: ['school'], guard: schoolTurn },
    { from: 'unitPublicity', event: 'decline', to: 'notRecommended', who: ['school'], guard: beforeReport },
    { from: 'notRecommended', event: 'reconsider', to: 'submitted', who: ['school'], guard: beforeReport },
    {
      from: 'unitPublicity',
      event: 'report',
      to: 'reported',
      who: ['school'],
      guard: (subject) => beforeReport(subject) ?? publicised(subject),
    },
    {
      from: 'reported',
      event: 'retract',
      to: 'unitPublicity',
      who: ['school'],
      guard: (subject) => beforeReport(subject) ?? officeNotAtWork(subject),
    },
    { from: 'reported', event: 'endorse', to: 'reported', who: ['body'], guard: bodyTurn },
    { from: 'reported', event: 'giveBack', to: 'unitPublicity', who: ['body'], guard: bodyTurn },
    {
      from: 'reported',
      event: 'return',
      to: 'returned',
      who: ['body'],
      guard: (subject) => bodyTurn(subject) ?? inTimeToChange(subject),
    },
    { from: 'draft', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'submitted', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'returned', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'notRecommended', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    { from: 'unitPublicity', event: 'withdraw', to: 'withdrawn', who: ['applicant'], guard: notSuspended },
    ...officeSteps,
  ],
};
