import { describe, expect, test } from 'vitest';
import { LAST_YEAR } from '@zhiping/shared/contracts/holiday.ts';
import { addWorkingDays, countWorkingDays, endOfPeriod } from '@zhiping/shared/rules/holiday/working-days.ts';
import { publicYear } from './public-holidays.ts';

const special = (day: string) => publicYear(Number(day.slice(0, 4))).days.get(day)?.kind;
const daysOf = (year: number, kind: 'off' | 'work') =>
  [...publicYear(year).days.values()].filter((one) => one.kind === kind).map(({ day }) => day.slice(5));

/** As the State Council published them. */
describe.each([
  [2025, 248, ['01-26', '02-08', '04-27', '09-28', '10-11']],
  [2026, 248, ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10']],
])('%i', (year, workingDays, swapped) => {
  test('has so many working days, and these weekend days among them', () => {
    expect(publicYear(year).isPublished).toBe(true);
    expect(countWorkingDays(`${year}-01-01`, `${year}-12-31`, special)).toBe(workingDays);
    expect(daysOf(year, 'work').toSorted()).toEqual(swapped);
  });
});

test.each([
  // Before the Spring Festival of 2025, whose Sunday 26 January was worked.
  ['2025-01-23', 5, '2025-02-05'],
  ['2025-04-28', 5, '2025-05-07'],
  // The National Day of 2026 with the Sunday before it and the Saturday after it.
  ['2026-09-18', 3, '2026-09-21'],
  ['2026-09-30', 2, '2026-10-08'],
  ['2026-10-08', 3, '2026-10-10'],
  // Over the end of a year.
  ['2025-12-30', 5, '2026-01-06'],
])('a publicity from %s of %i working days ends on %s', (from, count, last) => {
  expect(endOfPeriod(from, count, special)).toBe(last);
});

test('a deadline of five working days lies behind the Spring Festival of 2026', () => {
  expect(addWorkingDays('2026-02-13', 5, special)).toBe('2026-02-27');
});

describe('a year that is not published', () => {
  test('has the holidays of the law alone', () => {
    const { isPublished, days } = publicYear(2027);
    expect(isPublished).toBe(false);
    expect([...days.keys()].toSorted()).toEqual([
      '2027-01-01',
      '2027-02-05',
      '2027-02-06',
      '2027-02-07',
      '2027-02-08',
      '2027-04-05',
      '2027-05-01',
      '2027-05-02',
      '2027-06-09',
      '2027-09-15',
      '2027-10-01',
      '2027-10-02',
      '2027-10-03',
    ]);
  });

  test('is computed up to the last year of the calendar', () => {
    for (let year = 2027; year <= LAST_YEAR; year += 1) {
      const days = [...publicYear(year).days.keys()];
      // In some years 中秋 falls on a day of 国庆节.
      expect(days.length).toBeGreaterThanOrEqual(12);
      expect(days.every((day) => day.startsWith(`${year}-`))).toBe(true);
    }
  });
});
