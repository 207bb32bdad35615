import { expect, test } from 'vitest';
import { deletionDenial, editDenial, formDenial, scheduleDenial, scopeDenial } from './edits.ts';
import { type CycleState, cycleStates } from './states.ts';

const states = Object.keys(cycleStates) as CycleState[];
const allowedIn = (denial: (cycle: { state: CycleState }) => unknown) =>
  states.filter((state) => denial({ state }) === null);

test('a cycle is edited until it is closed, its form until opinions are written, deleted only as a draft', () => {
  expect(allowedIn(editDenial)).toEqual(states.filter((state) => state !== 'closed' && state !== 'archived'));
  expect(allowedIn(formDenial)).toEqual(['draft', 'published', 'applying', 'checking']);
  expect(allowedIn(deletionDenial)).toEqual(['draft']);
});

const senior = { titleSeries: '1', titleLevel: 'fullSenior' };
const associate = { titleSeries: '1', titleLevel: 'associateSenior' };

test.each([
  ['draft', [senior], [], null],
  ['published', [senior], [associate], '批次已发布，不能去掉申报的系列或层级'],
  ['published', [senior], [senior, associate], null],
  ['applying', [senior], [senior, associate], null],
  ['checking', [senior], [senior, associate], '申报已截止，不能增加申报的系列或层级'],
  ['checking', [senior, associate], [associate, senior], null],
] as const)('in %s the scope %o may become %o: %s', (state, before, after, message) => {
  expect(scopeDenial(state, before, after)?.message ?? null).toBe(message);
});

const at = (text: string) => new Date(`${text}+08:00`);
const before = {
  applyOpensAt: at('2026-09-01T00:00:00'),
  applyClosesAt: at('2026-09-30T23:59:59'),
  collegeClosesAt: null,
  bodyClosesAt: null,
  reportClosesAt: at('2026-10-15T23:59:59'),
  eligibilityClosesAt: at('2026-10-31T23:59:59'),
  reviewClosesAt: at('2026-11-30T23:59:59'),
};
const now = at('2026-09-10T12:00:00');
const later = at('2026-10-10T23:59:59');
const earliest = at('2026-09-15T23:59:59');

test.each([
  ['later', 'applying', { reviewClosesAt: at('2026-12-15T23:59:59') }, null],
  ['taken away', 'applying', { eligibilityClosesAt: null }, null],
  ['earlier', 'applying', { reviewClosesAt: at('2026-11-29T23:59:59') }, 'reviewClosesAt'],
  ['set where there was none', 'applying', { collegeClosesAt: at('2026-11-29T23:59:59') }, 'collegeClosesAt'],
  ['earlier in a draft', 'draft', { reviewClosesAt: at('2026-11-29T23:59:59') }, null],
] as const)('one person alone puts an end %s', (_, state, change, field) => {
  const times = { before, after: { ...before, ...change }, now, earliest };
  expect(scheduleDenial(state, { ...times, isConfirmed: false })?.field ?? null).toBe(field);
});

test.each([
  ['a draft changes anything', 'draft', { applyClosesAt: at('2020-01-01T00:00:00') }, null],
  ['what stays is no change', 'checking', {}, null],
  ['the opening moves while it is to come', 'published', { applyOpensAt: later }, null],
  ['and not once it has come', 'applying', { applyOpensAt: later }, 'applyOpensAt'],
  ['a window is made longer', 'applying', { applyClosesAt: later }, null],
  ['and not closed behind those in it', 'applying', { applyClosesAt: now }, 'applyClosesAt'],
  ['it is opened again until the review begins', 'checking', { applyClosesAt: later }, null],
  ['and not after', 'reviewing', { applyClosesAt: later }, 'applyClosesAt'],
  ['no other end moves into the past', 'applying', { reviewClosesAt: now }, 'reviewClosesAt'],
  ['an end is brought forward to the earliest day', 'applying', { applyClosesAt: earliest }, null],
  ['and not before it', 'applying', { applyClosesAt: new Date(earliest.getTime() - 1000) }, 'applyClosesAt'],
  [
    'a new end leaves the same time',
    'applying',
    { collegeClosesAt: at('2026-09-11T23:59:59') },
    'collegeClosesAt',
  ],
] as const)('%s', (_, state, change, field) => {
  expect(
    scheduleDenial(state, { before, after: { ...before, ...change }, now, earliest, isConfirmed: true })
      ?.field ?? null,
  ).toBe(field);
});
