import { expect, test } from 'vitest';
import {
  type ProjectActor,
  type ProjectCase,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
  projectStates,
} from './states.ts';
import { findTransition } from '../workflow/state-machine.ts';

const open: ProjectCase = {
  suspendedReason: null,
  windowDenial: null,
  reportDenial: null,
  returnDenial: null,
  problems: 0,
  isEmployed: true,
  isInCheck: false,
  step: 'school',
  collegeDenial: null,
  publicityDenial: null,
  isOfficeAtWork: false,
  eligibilityDenial: null,
  wasSupplemented: false,
  supplementDenial: null,
  isLapsed: true,
  isAsked: false,
};
/** Each role in its own step. */
const possible = (who: ProjectActor): ProjectCase => ({
  ...open,
  ...((who === 'college' || who === 'body') && { step: who }),
});
const outcome = (
  state: ProjectState,
  event: ProjectEvent,
  who: ProjectActor,
  subject: Partial<ProjectCase> = {},
) => {
  const result = findTransition(projectMachine, state, event, [who], { ...possible(who), ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(projectStates) as ProjectState[];
const events = Object.keys(projectMachine.events) as ProjectEvent[];
const actors: ProjectActor[] = ['applicant', 'college', 'school', 'body', 'office', 'clock'];

/** The target state of each event if no guard refuses it; everything else is impossible. */
const table: [ProjectState, ProjectEvent, ProjectActor, ProjectState][] = [
  ['draft', 'prefill', 'school', 'draft'],
  ['draft', 'submit', 'applicant', 'submitted'],
  ['returned', 'submit', 'applicant', 'submitted'],
  ['submitted', 'recall', 'applicant', 'draft'],
  ['submitted', 'return', 'college', 'returned'],
  ['submitted', 'handOn', 'college', 'submitted'],
  ['submitted', 'sendBack', 'school', 'submitted'],
  ['submitted', 'return', 'school', 'returned'],
  ['submitted', 'recommend', 'school', 'unitPublicity'],
  ['unitPublicity', 'return', 'school', 'returned'],
  ['submitted', 'decline', 'school', 'notRecommended'],
  ['unitPublicity', 'decline', 'school', 'notRecommended'],
  ['notRecommended', 'reconsider', 'school', 'submitted'],
  ['unitPublicity', 'report', 'school', 'reported'],
  ['reported', 'retract', 'school', 'unitPublicity'],
  ['reported', 'endorse', 'body', 'reported'],
  ['reported', 'giveBack', 'body', 'unitPublicity'],
  ['reported', 'return', 'body', 'returned'],
  ['notRecommended', 'withdraw', 'applicant', 'withdrawn'],
  ['unitPublicity', 'withdraw', 'applicant', 'withdrawn'],
  ['supplementing', 'submit', 'applicant', 'reported'],
  ['supplementing', 'lapse', 'clock', 'withdrawn'],
  ['reported', 'supplement', 'office', 'supplementing'],
  ['reported', 'accept', 'office', 'eligible'],
  ['reported', 'refuse', 'office', 'ineligible'],
  ['eligible', 'reopen', 'office', 'reported'],
  ['ineligible', 'reopen', 'office', 'reported'],
  ['eligible', 'sendOut', 'office', 'inExternalReview'],
  ['inExternalReview', 'pass', 'office', 'externalPassed'],
  ['inExternalReview', 'fail', 'office', 'externalFailed'],
  ['reported', 'withdraw', 'applicant', 'withdrawn'],
  ['supplementing', 'withdraw', 'applicant', 'withdrawn'],
  ['draft', 'withdraw', 'applicant', 'withdrawn'],
  ['submitted', 'withdraw', 'applicant', 'withdrawn'],
  ['returned', 'withdraw', 'applicant', 'withdrawn'],
];

test.each(
  states.flatMap((state) => events.flatMap((event) => actors.map((who) => [state, event, who] as const))),
)('%s, %s by the %s', (state, event, who) => {
  const line = table.find(([from, one, by]) => from === state && one === event && by === who);
  if (line) expect(outcome(state, event, who)).toBe(line[3]);
  else expect(outcome(state, event, who)).toMatch(/^state\.(role|impossible)$/);
});

test.each(table)('%s, %s by the %s waits while the cycle is suspended', (from, event, who) => {
  expect(outcome(from, event, who, { suspendedReason: '核查' })).toBe('project.suspended');
});

test.each<[ProjectState, ProjectEvent, ProjectActor, Partial<ProjectCase>, string]>([
  ['draft', 'submit', 'applicant', { windowDenial: '已截止' }, 'project.window'],
  ['draft', 'submit', 'applicant', { problems: 1 }, 'project.incomplete'],
  ['draft', 'submit', 'applicant', { reportDenial: '已截止' }, 'submitted'],
  ['returned', 'submit', 'applicant', { windowDenial: '已截止' }, 'submitted'],
  ['returned', 'submit', 'applicant', { reportDenial: '已截止' }, 'project.report'],
  ['returned', 'submit', 'applicant', { problems: 1 }, 'project.incomplete'],
  ['draft', 'submit', 'applicant', { isEmployed: false }, 'project.employer'],
  ['returned', 'submit', 'applicant', { isEmployed: false }, 'project.employer'],
  ['submitted', 'recall', 'applicant', { windowDenial: '已截止' }, 'project.window'],
  ['submitted', 'recall', 'applicant', { isInCheck: true }, 'project.in_check'],
  ['submitted', 'return', 'school', { windowDenial: '已截止' }, 'returned'],
  ['submitted', 'return', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['submitted', 'return', 'school', { returnDenial: '不足一天' }, 'project.return_late'],
  ['submitted', 'return', 'college', { step: 'college', returnDenial: '不足一天' }, 'project.return_late'],
  ['unitPublicity', 'return', 'school', { returnDenial: '不足一天' }, 'project.return_late'],
  ['reported', 'return', 'body', { step: 'body', returnDenial: '不足一天' }, 'project.return_late'],
  ['submitted', 'recommend', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['submitted', 'return', 'school', { step: 'college' }, 'project.step'],
  ['submitted', 'recommend', 'school', { step: 'college' }, 'project.step'],
  ['submitted', 'decline', 'school', { step: 'college' }, 'project.step'],
  ['submitted', 'sendBack', 'school', { step: 'college' }, 'project.step'],
  ['submitted', 'sendBack', 'school', { collegeDenial: '已截止' }, 'project.no_college'],
  ['submitted', 'sendBack', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['submitted', 'return', 'college', { step: 'school' }, 'project.step'],
  ['submitted', 'return', 'college', { reportDenial: '已截止' }, 'project.report'],
  ['submitted', 'handOn', 'college', { step: 'school' }, 'project.step'],
  ['submitted', 'handOn', 'college', { reportDenial: '已截止' }, 'project.report'],
  ['submitted', 'recall', 'applicant', { step: 'college' }, 'draft'],
  ['unitPublicity', 'report', 'school', { publicityDenial: '有异议未办结' }, 'project.publicity'],
  ['unitPublicity', 'report', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['unitPublicity', 'return', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['notRecommended', 'reconsider', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['reported', 'retract', 'school', { isOfficeAtWork: true }, 'project.office_at_work'],
  ['reported', 'retract', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['reported', 'endorse', 'body', { reportDenial: '已截止' }, 'reported'],
  ['reported', 'endorse', 'body', { step: 'school' }, 'project.step'],
  ['reported', 'giveBack', 'body', { step: 'school' }, 'project.step'],
  ['reported', 'return', 'body', { step: 'school' }, 'project.step'],
  ['reported', 'return', 'body', { isOfficeAtWork: true }, 'project.office_at_work'],
  ['reported', 'endorse', 'body', { eligibilityDenial: '已进入评审' }, 'project.eligibility'],
  ['reported', 'supplement', 'office', { step: 'body' }, 'project.step'],
  ['reported', 'accept', 'office', { step: 'body' }, 'project.step'],
  ['reported', 'refuse', 'office', { step: 'body' }, 'project.step'],
  ['reported', 'retract', 'school', { step: 'body' }, 'unitPublicity'],
  ['supplementing', 'submit', 'applicant', { windowDenial: '已截止', reportDenial: '已截止' }, 'reported'],
  ['supplementing', 'submit', 'applicant', { supplementDenial: '已逾期' }, 'project.supplement'],
  ['supplementing', 'submit', 'applicant', { problems: 1 }, 'project.incomplete'],
  ['supplementing', 'lapse', 'clock', { isLapsed: false }, 'project.early'],
  ['reported', 'supplement', 'office', { wasSupplemented: true }, 'project.supplement_once'],
  ['reported', 'supplement', 'office', { eligibilityDenial: '已进入评审' }, 'project.eligibility'],
  ['reported', 'accept', 'office', { isAsked: true }, 'project.asked'],
  ['reported', 'refuse', 'office', { isAsked: true }, 'ineligible'],
  ['reported', 'refuse', 'office', { eligibilityDenial: '已进入评审' }, 'project.eligibility'],
  ['eligible', 'reopen', 'office', { eligibilityDenial: '已进入评审' }, 'project.eligibility'],
  ['returned', 'withdraw', 'applicant', { windowDenial: '已截止', reportDenial: '已截止' }, 'withdrawn'],
])('%s, %s by the %s under %o: %s', (from, event, who, subject, expected) => {
  expect(outcome(from, event, who, subject)).toBe(expected);
});
