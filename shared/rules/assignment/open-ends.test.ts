import { expect, test } from 'vitest';
import { type Open, openOf } from './open-ends.ts';

const at = new Date('2026-09-10T12:00:00+08:00');
const day = (date: number) => new Date(Date.UTC(2026, 8, date));

test.each<[string, (Date | null)[], Open]>([
  ['nothing', [], { count: 0, late: 0, until: null }],
  ['none late: the next end', [day(20), day(15)], { count: 2, late: 0, until: day(15) }],
  [
    'one of three late: the next end that is still to come',
    [day(9), day(20), day(15)],
    { count: 3, late: 1, until: day(15) },
  ],
  ['all late: the first that passed', [day(9), day(8)], { count: 2, late: 2, until: day(8) }],
  ['one without an end beside a late one', [null, day(8)], { count: 2, late: 1, until: null }],
  ['one without an end beside a coming one', [null, day(15)], { count: 2, late: 0, until: day(15) }],
  [
    'the last second is in time',
    [new Date(at.getTime() - 999)],
    { count: 1, late: 0, until: new Date(at.getTime() - 999) },
  ],
  [
    'a second later it is late',
    [new Date(at.getTime() - 1000)],
    { count: 1, late: 1, until: new Date(at.getTime() - 1000) },
  ],
])('%s', (_, ends, open) => {
  expect(openOf(ends, at)).toEqual(open);
});
