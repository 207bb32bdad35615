import { describe, expect, test } from 'vitest';
import { formatDateTime } from '../../schemas.ts';
import {
  addWorkingDays,
  countWorkingDays,
  dayAfter,
  type DayKind,
  endOfDay,
  endOfPeriod,
  isWorkingDay,
  weekdayOf,
} from './working-days.ts';

/** The National Day of 2025 as it was arranged: eight days off, two weekend days worked. */
const days: Record<string, DayKind> = {
  '2025-09-28': 'work',
  '2025-10-01': 'off',
  '2025-10-02': 'off',
  '2025-10-03': 'off',
  '2025-10-06': 'off',
  '2025-10-07': 'off',
  '2025-10-08': 'off',
  '2025-10-11': 'work',
};
const special = (day: string) => days[day];

test.each([
  ['2025-09-26', true, 'a Friday'],
  ['2025-09-27', false, 'a Saturday'],
  ['2025-09-28', true, 'a Sunday that is worked'],
  ['2025-10-01', false, 'a holiday in the week'],
  ['2025-10-04', false, 'a Saturday amid the holiday'],
  ['2025-10-11', true, 'a Saturday that is worked'],
  ['2025-10-12', false, 'the Sunday after it'],
])('%s is worked: %s (%s)', (day, expected) => {
  expect(isWorkingDay(day, special)).toBe(expected);
});

describe('a period in which the first day counts', () => {
  test.each([
    ['2025-09-22', 1, '2025-09-22'],
    ['2025-09-22', 5, '2025-09-26'],
    ['2025-09-22', 6, '2025-09-28'],
    ['2025-09-24', 5, '2025-09-29'],
    ['2025-09-29', 5, '2025-10-11'],
    ['2025-09-29', 6, '2025-10-13'],
    // A period that begins on a free day begins on the next working day.
    ['2025-10-01', 1, '2025-10-09'],
    ['2025-09-27', 1, '2025-09-28'],
  ])('from %s, %i working days end on %s', (from, count, last) => {
    expect(endOfPeriod(from, count, special)).toBe(last);
    expect(countWorkingDays(from, last, special)).toBe(count);
  });
});

describe('a deadline after an event, whose day does not count', () => {
  test.each([
    ['2025-09-22', 0, '2025-09-22'],
    ['2025-09-22', 5, '2025-09-28'],
    ['2025-09-26', 1, '2025-09-28'],
    ['2025-09-30', 1, '2025-10-09'],
    ['2025-10-04', 3, '2025-10-11'],
    ['2025-10-11', 1, '2025-10-13'],
  ])('of %s, %i working days later is %s', (event, count, last) => {
    expect(addWorkingDays(event, count, special)).toBe(last);
  });
});

test('months and years end where they do', () => {
  expect(dayAfter('2024-02-28')).toBe('2024-02-29');
  expect(dayAfter('2025-02-28')).toBe('2025-03-01');
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
  expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([7, 1]);
});

test('a period ends with the last second of its day in Shanghai', () => {
  expect(endOfDay('2025-09-26').toISOString()).toBe('2025-09-26T15:59:59.000Z');
  expect(formatDateTime(endOfDay('2025-12-31'))).toBe('2025-12-31 23:59:59');
  expect(() => endOfDay('2025-02-30')).toThrow(RangeError);
});

test('a calendar without working days is an error, and not a loop without end', () => {
  expect(() => endOfPeriod('2025-01-01', 1, () => 'off')).toThrow(RangeError);
});
