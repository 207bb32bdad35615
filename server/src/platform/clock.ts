import { formatDateTime } from '@zhiping/shared/schemas.ts';

/** The only source of the present moment on the server, so that tests travel. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

const DAY_MS = 86_400_000;

/** A moment some milliseconds later; earlier where they are negative. */
export const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

export const daysAfter = (moment: Date, days: number) => later(moment, days * DAY_MS);

export const daysBefore = (moment: Date, days: number) => daysAfter(moment, -days);

/** The day of a moment in Asia/Shanghai, `yyyy-MM-dd`. */
export const dayOf = (moment: Date) => formatDateTime(moment).slice(0, 10);
