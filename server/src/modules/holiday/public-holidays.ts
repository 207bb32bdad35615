import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' };
import type { SpecialDay } from '@zhiping/shared/contracts/holiday.ts';
import { dayAfter } from '@zhiping/shared/rules/holiday/working-days.ts';

type Days = Record<string, string>;

/** A year as the State Council arranged it, or as the law alone has it where nothing is published yet. */
export type PublicYear = { isPublished: boolean; days: ReadonlyMap<string, SpecialDay> };

/** `English,中文,days of the law`: the Chinese name, which the data has twice where two holidays meet. */
const nameOf = (words: string) => words.split(',')[1] ?? words;

const publishedDays = (year: number): SpecialDay[] => {
  const { holidays, workdays } = published as { holidays: Days; workdays: Days };
  const ofYear = (days: Days, kind: 'off' | 'work') =>
    Object.entries(days)
      .filter(([day]) => day.startsWith(`${year}-`))
      .map(([day, words]): SpecialDay => ({ day, kind, name: nameOf(words), origin: 'state' }));
  return [...ofYear(holidays, 'off'), ...ofYear(workdays, 'work')];
};

/**
 * 春节, 端午 and 中秋 of the years to come. A table, since the lunar calendar of ICU is a day off in some years (2027, 2030) and that
 * of chinese-days depends on the time zone of the machine.
 */
const lunarHolidays: Record<number, readonly [string, string, string]> = {
  2027: ['02-06', '06-09', '09-15'],
  2028: ['01-26', '05-28', '10-03'],
  2029: ['02-13', '06-16', '09-22'],
  2030: ['02-03', '06-05', '09-12'],
  2031: ['01-23', '06-24', '10-01'],
  2032: ['02-11', '06-12', '09-19'],
  2033: ['01-31', '06-01', '09-08'],
  2034: ['02-19', '06-20', '09-27'],
  2035: ['02-08', '06-10', '09-16'],
  2036: ['01-28', '05-30', '10-04'],
  2037: ['02-15', '06-18', '09-24'],
  2038: ['02-04', '06-07', '09-13'],
  2039: ['01-24', '05-27', '10-02'],
  2040: ['02-12', '06-14', '09-20'],
};

/** 清明, by the usual formula for this century. */
const pureBrightness = (year: number) => {
  const short = year % 100;
  return `${year}-04-0${Math.floor(short * 0.2422 + 4.81) - Math.floor(short / 4)}`;
};

const lunarDays = (year: number): [string, string][] => {
  const found = lunarHolidays[year];
  // A period that begins in the last year of the calendar may end after it.
  if (!found) return [];
  const [newYear, dragonBoat, midAutumn] = found.map((day) => `${year}-${day}`) as [string, string, string];
  return [
    ...[-1, 0, 1, 2].map((days): [string, string] => [dayAfter(newYear, days), '春节']),
    [dragonBoat, '端午'],
    [midAutumn, '中秋'],
  ];
};

/**
 * The holidays of the law (全国年节及纪念日放假办法, as of 2025). They come every year; what is moved from weekends to join
 * them is published in the autumn before.
 */
const legalHolidays = (year: number): SpecialDay[] =>
  [
    ...lunarDays(year),
    [`${year}-01-01`, '元旦'],
    [pureBrightness(year), '清明'],
    [`${year}-05-01`, '劳动节'],
    [`${year}-05-02`, '劳动节'],
    [`${year}-10-01`, '国庆节'],
    [`${year}-10-02`, '国庆节'],
    [`${year}-10-03`, '国庆节'],
  ].map(([day, name]) => ({ day, kind: 'off', name, origin: 'law' }) as SpecialDay);

const years = new Map<number, PublicYear>();

const findYear = (year: number): PublicYear => {
  const known = publishedDays(year);
  const isPublished = known.length > 0;
  const days = isPublished ? known : legalHolidays(year);
  return { isPublished, days: new Map(days.map((one) => [one.day, one])) };
};

/** The public holidays of a year. */
export const publicYear = (year: number): PublicYear => {
  const known = years.get(year) ?? findYear(year);
  years.set(year, known);
  return known;
};
