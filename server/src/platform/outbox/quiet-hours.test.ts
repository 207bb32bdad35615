import { expect, test } from 'vitest';
import { formatDateTime, parseDateTime } from '@zhiping/shared/schemas.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

const night: QuietHours = ['21:00', '08:00'];
const noon: QuietHours = ['12:00', '14:00'];

test.each([
  ['2026-11-22 20:59:59', night, '2026-11-22 20:59:59'],
  ['2026-11-22 21:00:00', night, '2026-11-23 08:00:00'],
  ['2026-12-31 23:30:00', night, '2027-01-01 08:00:00'],
  ['2026-11-22 00:00:00', night, '2026-11-22 08:00:00'],
  ['2026-11-22 07:59:59', night, '2026-11-22 08:00:00'],
  ['2026-11-22 08:00:00', night, '2026-11-22 08:00:00'],
  ['2026-11-22 12:30:00', noon, '2026-11-22 14:00:00'],
  ['2026-11-22 14:00:00', noon, '2026-11-22 14:00:00'],
  ['2026-11-22 23:00:00', null, '2026-11-22 23:00:00'],
] as const)('a message at %s with the hours %j is sent at %s', (moment, hours, expected) => {
  expect(formatDateTime(afterQuietHours(parseDateTime(moment) as Date, hours))).toBe(expected);
});
