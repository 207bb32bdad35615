import { dayAfter } from '../holiday/working-days.ts';

/** When experts are reminded of opinions that they have not submitted (review design §9). Days are yyyy-MM-dd. */

/** Days before and after the end of the review. */
export const REMINDER_OFFSETS = [-7, -3, -1, 1, 3] as const;
/** Days after which an invitation without a signed commitment is repeated. */
export const UNSIGNED_DAYS = 2;

export type Awaited = {
  /** The last day of the review; null if there is none. */
  dueDay: string | null;
  /** The day of release. */
  releasedDay: string;
  /** Whether the expert has signed for the assignment. */
  isSigned: boolean;
};

/** Whether a reminder is sent on a day for an opinion that is not submitted. */
export const isReminderDay = ({ dueDay, releasedDay, isSigned }: Awaited, today: string): boolean =>
  (dueDay !== null && REMINDER_OFFSETS.some((offset) => dayAfter(dueDay, offset) === today)) ||
  (!isSigned && dayAfter(releasedDay, UNSIGNED_DAYS) === today);
