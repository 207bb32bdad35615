import { expect, test } from 'vitest';
import { isDay, normaliseDay } from './typed-day.ts';

test.each([
  ['2026-11-22', '2026-11-22'],
  [' 2026/1/5 ', '2026-01-05'],
  ['2026.1.15', '2026-01-15'],
  ['20260105', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６年１月５日', '2026-01-05'],
  ['2026-11-22 9:05', '2026-11-22 09:05'],
  ['2026-11-22T09:05', '2026-11-22 09:05'],
  ['2026年1月5日 18：30', '2026-01-05 18:30'],
])('%s is recognised as a day', (typed, tidy) => expect(normaliseDay(typed)).toBe(tidy));

test.each(['', '明天', '2026-11', '1/5/2026', '2026-11-22 9'])('%s stays for the rule to refuse', (typed) =>
  expect(normaliseDay(typed)).toBe(typed),
);

test('only days of the calendar are valid', () => {
  expect(isDay('2028-02-29')).toBe(true);
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-5', '2026-11-22 09:05', ''])
    expect(isDay(text)).toBe(false);
});
