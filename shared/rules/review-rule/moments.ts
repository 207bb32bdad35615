/** A moment some milliseconds later. */
export const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

const SECOND_MS = 1000;

/** The first moment after a time: its last second belongs to it, to the last thousandth. */
export const afterEnd = (end: Date) => later(end, SECOND_MS);

/** The last end that is over at a moment, for statements that compare stored ends. */
export const lastOver = (at: Date) => later(at, -SECOND_MS);

/** Whether a time is over. */
export const isPast = (end: Date, at: Date) => at >= afterEnd(end);
