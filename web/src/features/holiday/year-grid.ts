import type { SpecialDay } from '@zhiping/shared/contracts/holiday.ts';
import { dayAfter, weekdayOf } from '@zhiping/shared/rules/holiday/working-days.ts';

export const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The weeks of a month from Monday on; `null` for days of neighbouring months. */
export const weeksOf = (year: number, month: number): (string | null)[][] => {
  const first = `${year}-${twoDigits(month)}-01`;
  const cells: (string | null)[] = Array.from({ length: weekdayOf(first) - 1 }, () => null);
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = dayAfter(day)) cells.push(day);
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
};

/** For example 10月1日. */
export const inWords = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

export type Arrangement = { name: string; off: [from: string, to: string][]; work: string[] };

const isNext = (day: string, last: string | undefined) => last !== undefined && dayAfter(last) === day;

/** The holidays of a year, worded as in the announcement: 元旦 1月1日至3日放假，1月4日上班. */
export const arrangementsOf = (special: readonly SpecialDay[]): Arrangement[] => {
  const found = new Map<string, Arrangement>();
  for (const { day, kind, name } of special) {
    const arrangement = found.get(name) ?? { name, off: [], work: [] };
    found.set(name, arrangement);
    const last = arrangement.off.at(-1);
    if (kind === 'work') arrangement.work.push(day);
    else if (last && isNext(day, last[1])) last[1] = day;
    else arrangement.off.push([day, day]);
  }
  const startOf = ({ off: [first], work }: Arrangement) => first?.[0] ?? work[0] ?? '';
  return [...found.values()].toSorted((a, b) => startOf(a).localeCompare(startOf(b)));
};

const MOVES: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
};

/** The day that a key leads to; never outside the year. */
export const dayByKey = (key: string, day: string): string | undefined => {
  const year = day.slice(0, 4);
  if (key === 'Home') return `${year}-01-01`;
  if (key === 'End') return `${year}-12-31`;
  const days = MOVES[key];
  const next = days === undefined ? undefined : dayAfter(day, days);
  return next?.startsWith(year) ? next : undefined;
};
