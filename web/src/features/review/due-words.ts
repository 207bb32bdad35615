const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LAST_MINUTES = 10;
/** A deadline includes the whole of its last second. */
const LAST_SECOND_MS = 1000;

/** Times of the API are in Shanghai time. Returns milliseconds since the epoch. */
export const momentOf = (time: string): number => new Date(`${time.replace(' ', 'T')}+08:00`).getTime();

/** Whether the deadline has passed. */
export const isOver = (dueAt: string, now: number): boolean => momentOf(dueAt) + LAST_SECOND_MS <= now;

/** The deadline and the time left, in words. */
export const dueWords = (dueAt: string, now = Date.now()): string => {
  const at = dueAt.slice(5, 16);
  if (isOver(dueAt, now)) return `截止 ${at}（已逾期）`;
  const days = Math.max(0, Math.floor((momentOf(dueAt) - now) / DAY_MS));
  return days === 0 ? `截止 ${at}（不足 1 天）` : `截止 ${at}（剩 ${days} 天）`;
};

/** Whole minutes left, or null unless the end is near. */
export const minutesLeft = (dueAt: string, now: number): number | null => {
  const left = momentOf(dueAt) + LAST_SECOND_MS - now;
  if (left <= 0 || left > LAST_MINUTES * MINUTE_MS + LAST_SECOND_MS) return null;
  return Math.max(1, Math.ceil((left - LAST_SECOND_MS) / MINUTE_MS));
};
