import { dayAfter } from '../holiday/working-days.ts';

/**
 * Days on which experts are reminded of opinions that they have not submitted (review design §9). Days are yyyy-MM-dd.
 */

/** Days before and after the end of the review. */
export const REMINDER_OFFSETS = [-7, -3, -1, 1, 3] as const;
/** An invitation that the expert has not signed for is repeated after this many days. */
export const UNSIGNED_DAYS = 2;

export type Awaited = {
  /** The last day of the review; null if there is none. */
  dueDay: string | null;
  /** The day of release of the assignment. */
  releasedDay: string;
  /** Whether the expert has signed for the assignment. */
  isSigned: boolean;
};

/** Whether a reminder is sent on a day for an assignment without a submitted opinion. */
export const isReminderDay = ({ dueDay, releasedDay, isSigned }: Awaited, today: string): boolean =>
  (dueDay !== null && REMINDER_OFFSETS.some((offset) => dayAfter(dueDay, offset) === today)) ||
  (!isSigned && dayAfter(releasedDay, UNSIGNED_DAYS) === today);
