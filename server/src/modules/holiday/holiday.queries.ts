import type { z } from 'zod';
import type { Holiday, SpecialDay, WorkingYear } from '@zhiping/shared/contracts/holiday.ts';
import {
  addWorkingDays,
  countWorkingDays,
  endOfDay,
  endOfPeriod,
  type SpecialDays,
} from '@zhiping/shared/rules/holiday/working-days.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { publicYear } from './public-holidays.ts';

type Correction = z.input<typeof Holiday>;

const yearOf = (day: string) => Number(day.slice(0, 4));

const findCorrections = (db: Db, from?: string, to?: string): Promise<Correction[]> =>
  db
    .selectFrom('holiday')
    .leftJoin('sys_user', 'sys_user.username', 'holiday.update_by')
    .select(({ fn }) => [
      'holiday.id',
      'day',
      'kind',
      'name',
      'remark',
      fn.coalesce(actorName(), 'holiday.update_by').as('updateBy'),
      'holiday.update_time as updateTime',
      'holiday.version',
    ])
    .$if(from !== undefined, (rows) => rows.where('day', '>=', from!))
    .$if(to !== undefined, (rows) => rows.where('day', '<=', to!))
    .orderBy('day')
    .execute();

const calendarOf = (corrections: readonly Correction[]): SpecialDays => {
  const corrected = new Map(corrections.map(({ day, kind }) => [day, kind]));
  return (day) => corrected.get(day) ?? publicYear(yearOf(day)).days.get(day)?.kind;
};

/** Holidays and working days from this day on, as corrected by the office. */
export const findCalendar = async (db: Db, from: string): Promise<SpecialDays> =>
  calendarOf(await findCorrections(db, from));

export const findWorkingYear = async (db: Db, year: number): Promise<z.input<typeof WorkingYear>> => {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const corrections = await findCorrections(db, first, last);
  const { isPublished, days } = publicYear(year);
  const byOffice = corrections.map(({ day, kind, name }): [string, SpecialDay] => [
    day,
    { day, kind, name, origin: 'office' },
  ]);
  const special = [...new Map([...days, ...byOffice]).values()];
  return {
    year,
    isPublished,
    workingDays: countWorkingDays(first, last, calendarOf(corrections)),
    special: special.toSorted((a, b) => a.day.localeCompare(b.day)),
    corrections,
  };
};

/** When so many working days are over; `isPublished` says whether all of them are sure. */
export const findPeriod = async (db: Db, { day, workingDays }: { day: string; workingDays: number }) => {
  const calendar = await findCalendar(db, day);
  const inclusive = endOfPeriod(day, workingDays, calendar);
  const after = addWorkingDays(day, workingDays, calendar);
  const touched = [day, inclusive, after].map(yearOf);
  return {
    inclusive: { day: inclusive, end: endOfDay(inclusive) },
    after: { day: after, end: endOfDay(after) },
    isPublished: touched.every((year) => publicYear(year).isPublished),
  };
};
