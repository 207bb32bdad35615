import { expect, test } from 'vitest';
import {
  type ProjectActor,
  type ProjectCase,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
  projectStates,
} from './project-states.ts';
import { findTransition } from './state-machine.ts';

const open: ProjectCase = {
  suspendedReason: null,
  windowDenial: null,
  reportDenial: null,
  problems: 0,
  isInCheck: false,
};
const outcome = (
  state: ProjectState,
  event: ProjectEvent,
  who: ProjectActor,
  subject: Partial<ProjectCase> = {},
) => {
  const result = findTransition(projectMachine, state, event, [who], { ...open, ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(projectStates) as ProjectState[];
const events = Object.keys(projectMachine.events) as ProjectEvent[];
const actors: ProjectActor[] = ['applicant', 'school', 'office'];

/** Where each event leads when nothing keeps it back; everything else is impossible. */
const table: [ProjectState, ProjectEvent, ProjectActor, ProjectState][] = [
  ['draft', 'submit', 'applicant', 'submitted'],
  ['returned', 'submit', 'applicant', 'submitted'],
  ['submitted', 'recall', 'applicant', 'draft'],
  ['submitted', 'return', 'school', 'returned'],
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
  ['submitted', 'recall', 'applicant', { windowDenial: '已截止' }, 'project.window'],
  ['submitted', 'recall', 'applicant', { isInCheck: true }, 'project.in_check'],
  ['submitted', 'return', 'school', { windowDenial: '已截止' }, 'returned'],
  ['submitted', 'return', 'school', { reportDenial: '已截止' }, 'project.report'],
  ['returned', 'withdraw', 'applicant', { windowDenial: '已截止', reportDenial: '已截止' }, 'withdrawn'],
])('%s, %s by the %s under %o: %s', (from, event, who, subject, expected) => {
  expect(outcome(from, event, who, subject)).toBe(expected);
});
