import { dayAfter } from '../holiday/working-days.ts';

/** When experts are reminded of what they have not handed in (review design §9). Days are yyyy-MM-dd. */

/** Days from the end of the review: before it, and after it. */
export const REMINDER_OFFSETS = [-7, -3, -1, 1, 3] as const;
/** An invitation that nobody has signed for is repeated after so many days. */
export const UNSIGNED_DAYS = 2;

export type Awaited = {
  /** The last day of the review; null while there is none. */
  dueDay: string | null;
  /** The day on which the file was sent out. */
  releasedDay: string;
  /** Whether the expert has signed for it. */
  isSigned: boolean;
};

/** Whether a reminder goes out on a day for a file that is not handed in. */
export const isReminderDay = ({ dueDay, releasedDay, isSigned }: Awaited, today: string): boolean =>
  (dueDay !== null && REMINDER_OFFSETS.some((offset) => dayAfter(dueDay, offset) === today)) ||
  (!isSigned && dayAfter(releasedDay, UNSIGNED_DAYS) === today);
