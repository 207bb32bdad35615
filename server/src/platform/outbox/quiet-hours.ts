import { formatDateTime, parseDateTime } from '@zhiping/shared/schemas.ts';
import { daysAfter, dayOf } from '../clock.ts';

/** Times of the day in Asia/Shanghai as `HH:mm`: from the first to the second, mostly over midnight. */
export type QuietHours = readonly [from: string, to: string];

/** When something may go out that came up at this moment: at once, or when the quiet hours end. Null: none are kept. */
export const afterQuietHours = (moment: Date, hours: QuietHours | null): Date => {
  if (!hours) return moment;
  const [from, to] = hours;
  const time = formatDateTime(moment).slice(11, 16);
  const isOverMidnight = from > to;
  const isQuiet = isOverMidnight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return moment;
  const day = isOverMidnight && time >= from ? daysAfter(moment, 1) : moment;
  return parseDateTime(`${dayOf(day)} ${to}:00`) as Date;
};
