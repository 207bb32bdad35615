import type { SpecialDay } from '@zhiping/shared/contracts/holiday.ts';
import { expect, test } from 'vitest';
import { arrangementsOf, dayByKey, inWords, weeksOf } from './year-grid.ts';

test('a month consists of whole weeks from Monday on', () => {
  const february = weeksOf(2027, 2);
  expect(february).toHaveLength(4);
  expect(february[0]?.[0]).toBe('2027-02-01');
  expect(february[3]?.[6]).toBe('2027-02-28');
  const november = weeksOf(2026, 11);
  expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
});

test('holidays are worded as in the official announcement', () => {
  const special = (day: string, kind: 'off' | 'work', name: string): SpecialDay => ({
    day,
    kind,
    name,
    origin: 'state',
  });
  expect(
    arrangementsOf([
      special('2026-09-20', 'work', '国庆节'),
      special('2026-09-25', 'off', '中秋'),
      special('2026-09-30', 'off', '国庆节'),
      special('2026-10-01', 'off', '国庆节'),
      special('2026-10-03', 'off', '国庆节'),
      special('2026-10-10', 'work', '国庆节'),
      special('2026-11-02', 'off', '校庆'),
    ]),
  ).toEqual([
    { name: '中秋', off: [['2026-09-25', '2026-09-25']], work: [] },
    {
      name: '国庆节',
      off: [
        ['2026-09-30', '2026-10-01'],
        ['2026-10-03', '2026-10-03'],
      ],
      work: ['2026-09-20', '2026-10-10'],
    },
    { name: '校庆', off: [['2026-11-02', '2026-11-02']], work: [] },
  ]);
  expect(inWords('2026-09-05')).toBe('9月5日');
});

test.each([
  ['ArrowRight', '2026-01-31', '2026-02-01'],
  ['ArrowUp', '2026-02-03', '2026-01-27'],
  ['PageDown', '2026-02-03', '2026-03-03'],
  ['Home', '2026-02-03', '2026-01-01'],
  ['End', '2026-02-03', '2026-12-31'],
  ['ArrowLeft', '2026-01-01', undefined],
  ['ArrowDown', '2026-12-28', undefined],
  ['x', '2026-02-03', undefined],
])('%s leads from %s to %s', (key, day, next) => {
  expect(dayByKey(key, day)).toBe(next);
});
