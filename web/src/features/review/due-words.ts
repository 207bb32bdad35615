const DAY_MS = 86_400_000;
/** Times of the API are in Shanghai. */
const momentOf = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`).getTime();

/** Until when, and how much of it is left, in words. */
export const dueWords = (dueAt: string, now = Date.now()): string => {
  const left = momentOf(dueAt) - now;
  const at = dueAt.slice(5, 16);
  if (left < 0) return `截止 ${at}（已逾期）`;
  const days = Math.floor(left / DAY_MS);
  return days === 0 ? `截止 ${at}（不足 1 天）` : `截止 ${at}（剩 ${days} 天）`;
};
