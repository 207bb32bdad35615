import { expect, test } from 'vitest';
import {
  type AssignmentActor,
  type AssignmentCase,
  type AssignmentEvent,
  assignmentMachine,
  type AssignmentState,
  assignmentStates,
} from './states.ts';
import { findTransition } from '../workflow/state-machine.ts';

const open: AssignmentCase = {
  suspendedReason: null,
  isRoundClosed: false,
  dueDenial: null,
  missing: 0,
  unreadable: 0,
  isOverdue: true,
  isCounted: false,
};
const outcome = (
  state: AssignmentState,
  event: AssignmentEvent,
  who: AssignmentActor,
  subject: Partial<AssignmentCase> = {},
) => {
  const result = findTransition(assignmentMachine, state, event, [who], { ...open, ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(assignmentStates) as AssignmentState[];
const events = Object.keys(assignmentMachine.events) as AssignmentEvent[];
const actors: AssignmentActor[] = ['expert', 'office', 'clock', 'pair'];

const relieved = ['released', 'accepted', 'reviewing', 'returned'] as const;
/** The target state of each event if no guard refuses it; everything else is impossible. */
const table: [AssignmentState, AssignmentEvent, AssignmentActor, AssignmentState][] = [
  ['proposed', 'release', 'office', 'released'],
  ['proposed', 'drop', 'office', 'dropped'],
  ['released', 'accept', 'expert', 'accepted'],
  ['released', 'decline', 'expert', 'declined'],
  ...relieved.map(
    (state) => [state, 'recuse', 'expert', 'recused'] as [typeof state, 'recuse', 'expert', 'recused'],
  ),
  ...relieved.map(
    (state) => [state, 'replace', 'office', 'replaced'] as [typeof state, 'replace', 'office', 'replaced'],
  ),
  ...relieved.map(
    (state) => [state, 'expire', 'office', 'expired'] as [typeof state, 'expire', 'office', 'expired'],
  ),
  ...relieved.map(
    (state) => [state, 'expire', 'clock', 'expired'] as [typeof state, 'expire', 'clock', 'expired'],
  ),
  ...relieved.map(
    (state) => [state, 'extend', 'office', state] as [typeof state, 'extend', 'office', typeof state],
  ),
  ['accepted', 'begin', 'expert', 'reviewing'],
  ['reviewing', 'submit', 'expert', 'submitted'],
  ['returned', 'submit', 'expert', 'submitted'],
  ['submitted', 'recall', 'expert', 'reviewing'],
  ['submitted', 'return', 'office', 'returned'],
  ['submitted', 'lock', 'office', 'locked'],
];
/** Steps of an assignment whose opinion was submitted before. */
const afterSubmission: typeof table = [
  ['reviewing', 'lock', 'office', 'locked'],
  ['returned', 'lock', 'office', 'locked'],
  ['reviewing', 'exclude', 'pair', 'excluded'],
  ['submitted', 'exclude', 'pair', 'excluded'],
  ['returned', 'exclude', 'pair', 'excluded'],
];

test.each(
  states.flatMap((state) => events.flatMap((event) => actors.map((who) => [state, event, who] as const))),
)('%s, %s by the %s', (state, event, who) => {
  const line = table.find(([from, one, by]) => from === state && one === event && by === who);
  if (line) expect(outcome(state, event, who)).toBe(line[3]);
  else if (afterSubmission.some(([from, one, by]) => from === state && one === event && by === who))
    expect(outcome(state, event, who)).toBe('assignment.not_counted');
  else expect(outcome(state, event, who)).toMatch(/^state\.(role|impossible)$/);
});

test.each(table)(
  '%s, %s by the %s waits while the cycle is suspended or the round is closed',
  (from, event, who) => {
    expect(outcome(from, event, who, { suspendedReason: '核查' })).toBe('assignment.suspended');
    expect(outcome(from, event, who, { isRoundClosed: true })).toBe('assignment.round_closed');
  },
);

test.each<[AssignmentState, AssignmentEvent, AssignmentActor, Partial<AssignmentCase>, string]>([
  ['released', 'accept', 'expert', { dueDenial: '已截止' }, 'assignment.due'],
  ['accepted', 'begin', 'expert', { dueDenial: '已截止' }, 'assignment.due'],
  ['reviewing', 'submit', 'expert', { dueDenial: '已截止' }, 'assignment.due'],
  ['reviewing', 'submit', 'expert', { missing: 2 }, 'assignment.incomplete'],
  ['reviewing', 'submit', 'expert', { unreadable: 1 }, 'assignment.unreadable'],
  ['submitted', 'recall', 'expert', { dueDenial: '已截止' }, 'assignment.due'],
  ['reviewing', 'expire', 'office', { isOverdue: false }, 'assignment.early'],
])('%s, %s by the %s with %j: %s', (state, event, who, subject, code) => {
  expect(outcome(state, event, who, subject)).toBe(code);
});

test.each(afterSubmission)('after a submission: %s, %s by the %s', (state, event, who, to) => {
  expect(outcome(state, event, who, { isCounted: true })).toBe(to);
});

test.each([
  ['recuse', 'expert'],
  ['replace', 'office'],
  ['expire', 'office'],
  ['expire', 'clock'],
] as const)('%s by the %s cannot take a submitted opinion away', (event, who) => {
  for (const state of ['reviewing', 'returned'] as const)
    expect(outcome(state, event, who, { isCounted: true })).toBe('assignment.counted');
});
