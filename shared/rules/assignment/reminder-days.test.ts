import { expect, test } from 'vitest';
import { isReminderDay } from './reminder-days.ts';

const signed = { dueDay: '2026-11-30', releasedDay: '2026-11-10', isSigned: true };

test.each([
  ['2026-11-22', false],
  ['2026-11-23', true],
  ['2026-11-24', false],
  ['2026-11-27', true],
  ['2026-11-29', true],
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2026-12-02', false],
  ['2026-12-03', true],
  ['2026-12-04', false],
])('on %s an expert who has signed is reminded: %s', (today, isReminded) => {
  expect(isReminderDay(signed, today)).toBe(isReminded);
});

test.each([
  ['2026-11-11', false],
  ['2026-11-12', true],
  ['2026-11-13', false],
])('on %s an expert who has not signed is reminded: %s', (today, isReminded) => {
  expect(isReminderDay({ ...signed, isSigned: false }, today)).toBe(isReminded);
  expect(isReminderDay({ ...signed, dueDay: null, isSigned: false }, today)).toBe(isReminded);
});
