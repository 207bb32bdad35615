/**
 * Working days (工作日). Days are texts yyyy-MM-dd in Asia/Shanghai, so no time zone of a machine can move them.
 */

/** Kind of a day that differs from its weekday: free on a weekday, or worked at a weekend. */
export type DayKind = 'off' | 'work';

export const dayKinds: Record<DayKind, string> = { off: '放假', work: '上班' };

/** The days that differ from their weekdays. */
export type SpecialDays = (day: string) => DayKind | undefined;

const DAY_MS = 86_400_000;
/** Of working days in a row without one: longer than any holiday, so that a broken calendar ends in an error. */
const MAX_BREAK = 60;

const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day some calendar days later; earlier where they are negative. */
export const dayAfter = (day: string, days = 1) =>
  new Date(momentOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string) => new Date(momentOf(day)).getUTCDay() || 7;

export const isWeekend = (day: string) => weekdayOf(day) > 5;

export const isWorkingDay = (day: string, special: SpecialDays): boolean => {
  const kind = special(day);
  return kind ? kind === 'work' : !isWeekend(day);
};

/** The first working day, from this one on. */
const nextWorkingDay = (day: string, special: SpecialDays): string => {
  for (let step = 0, at = day; step <= MAX_BREAK; step += 1, at = dayAfter(at))
    if (isWorkingDay(at, special)) return at;
  throw new RangeError(`no working day within ${MAX_BREAK} days of ${day}`);
};

/**
 * The last of so many working days of which the first day, where it is worked, is one: a publicity (公示) of five working
 * days that starts on a Monday ends on its Friday.
 */
export const endOfPeriod = (firstDay: string, workingDays: number, special: SpecialDays): string => {
  let day = nextWorkingDay(firstDay, special);
  for (let counted = 1; counted < workingDays; counted += 1) day = nextWorkingDay(dayAfter(day), special);
  return day;
};

/**
 * So many working days after an event. The day of the event does not count (民法典 on 期间: 开始的当日不计入): an answer due
 * within five working days of a Monday is due on the next Monday.
 */
export const addWorkingDays = (eventDay: string, workingDays: number, special: SpecialDays): string =>
  workingDays === 0 ? eventDay : endOfPeriod(dayAfter(eventDay), workingDays, special);

/** How many working days there are from one day to another, both of them included. */
export const countWorkingDays = (from: string, to: string, special: SpecialDays): number => {
  let count = 0;
  for (let day = from; day <= to; day = dayAfter(day)) if (isWorkingDay(day, special)) count += 1;
  return count;
};

/** The last moment of a day, at which a period ends unless a time is given. */
export const endOfDay = (day: string): Date => {
  // Without parseDateTime: threads that compute a draw load no Zod, which takes a third of their start.
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || dayAfter(day, 0) !== day) throw new RangeError(`not a day: ${day}`);
  return new Date(`${day}T23:59:59+08:00`);
};
