import { describe, expect, test } from 'vitest';
import { type CycleCase, type CycleEvent, cycleMachine, type CycleState, cycleStates } from './states.ts';
import { findTransition } from '../workflow/state-machine.ts';

const at = (text: string) => new Date(`${text}+08:00`);
const running: CycleCase = {
  now: at('2026-10-01T12:00:00'),
  missing: 0,
  undecided: 0,
  applyOpensAt: at('2026-09-01T00:00:00'),
  applyClosesAt: at('2026-09-30T23:59:59'),
  reportClosesAt: at('2026-10-15T23:59:59'),
  bodyClosesAt: null,
  suspendedReason: null,
};

const outcome = (
  state: CycleState,
  event: CycleEvent,
  who: 'office' | 'clock',
  subject: Partial<CycleCase> = {},
) => {
  const result = findTransition(cycleMachine, state, event, [who], { ...running, ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(cycleStates) as CycleState[];
const events = Object.keys(cycleMachine.events) as CycleEvent[];

/** Where each event leads when nothing keeps it back; every other pair is impossible. */
const table: [CycleState, CycleEvent, 'office' | 'clock', CycleState, Partial<CycleCase>][] = [
  ['draft', 'publish', 'office', 'published', {}],
  ['published', 'open', 'clock', 'applying', {}],
  ['applying', 'close', 'clock', 'checking', {}],
  ['checking', 'extend', 'office', 'applying', { applyClosesAt: at('2026-10-08T23:59:59') }],
  ['checking', 'review', 'office', 'reviewing', { now: at('2026-10-16T00:00:00') }],
  ...states
    .filter((state) => !['draft', 'closed', 'archived'].includes(state))
    .flatMap((state): typeof table => [
      [state, 'suspend', 'office', state, {}],
      [state, 'resume', 'office', state, { suspendedReason: '监督检查' }],
    ]),
];

test.each(table)('%s, %s by the %s leads to %s', (from, event, who, to, subject) => {
  expect(outcome(from, event, who, subject)).toBe(to);
});

test('events outside the table are refused, and no actor takes those of another', () => {
  const others = states.flatMap((state) =>
    events.flatMap((event) =>
      (['office', 'clock'] as const)
        .filter((who) => !table.some(([from, one, by]) => from === state && one === event && by === who))
        .map((who) => [state, event, who] as const),
    ),
  );
  expect(others.length).toBeGreaterThan(100);
  const allowed = others.filter((one) => !/^state\.(role|impossible)$/.test(outcome(...one)));
  expect(allowed).toEqual([]);
});

describe('guards', () => {
  test('the review does not begin over projects that nobody has decided on', () => {
    const reported = { now: at('2026-10-16T00:00:00'), undecided: 2 };
    expect(outcome('checking', 'review', 'office', reported)).toBe('cycle.undecided');
  });

  test('a missing part prevents publication, with the number of parts', () => {
    const result = findTransition(cycleMachine, 'draft', 'publish', ['office'], { ...running, missing: 3 });
    expect(result).toEqual({
      denial: { code: 'cycle.incomplete', message: '还有 3 项没有填好，不能发布' },
    });
  });

  test.each([
    ['2026-08-31T23:59:59', 'cycle.early'],
    ['2026-09-01T00:00:00', 'applying'],
  ])('the window opens at its first second: %s', (now, expected) => {
    expect(outcome('published', 'open', 'clock', { now: at(now) })).toBe(expected);
  });

  test.each([
    ['2026-09-30T23:59:59', 'cycle.early'],
    ['2026-10-01T00:00:00', 'checking'],
  ])('its last second belongs to it: %s', (now, expected) => {
    expect(outcome('applying', 'close', 'clock', { now: at(now) })).toBe(expected);
  });

  test.each([
    ['2026-10-15T23:59:59', 'cycle.early'],
    ['2026-10-16T00:00:00', 'reviewing'],
  ])('the review begins when the reports of schools are in: %s', (now, expected) => {
    expect(outcome('checking', 'review', 'office', { now: at(now) })).toBe(expected);
  });

  test.each([
    ['2026-10-20T23:59:59', 'cycle.early'],
    ['2026-10-21T00:00:00', 'reviewing'],
  ])('and not while supervising bodies check: %s', (now, expected) => {
    const bodyClosesAt = at('2026-10-20T23:59:59');
    expect(outcome('checking', 'review', 'office', { now: at(now), bodyClosesAt })).toBe(expected);
  });

  test('a time that was never set lets nothing happen', () => {
    expect(outcome('published', 'open', 'clock', { applyOpensAt: null })).toBe('cycle.early');
  });

  test('a window is only open again when it ends later', () => {
    expect(outcome('checking', 'extend', 'office')).toBe('cycle.over');
  });

  test('while a cycle is suspended it only goes on', () => {
    const suspended = { suspendedReason: '监督检查', now: at('2027-01-01T00:00:00') };
    expect(outcome('published', 'open', 'clock', suspended)).toBe('cycle.suspended');
    expect(outcome('applying', 'close', 'clock', suspended)).toBe('cycle.suspended');
    expect(outcome('checking', 'review', 'office', suspended)).toBe('cycle.suspended');
    expect(outcome('applying', 'suspend', 'office', suspended)).toBe('cycle.suspended');
    expect(outcome('applying', 'resume', 'office', suspended)).toBe('applying');
    expect(outcome('applying', 'resume', 'office')).toBe('cycle.running');
  });
});
