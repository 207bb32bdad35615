import { formatDateTime } from '../../schemas.ts';

/** Bounds of typed days, months and years: a slip of the pen must not become a fact. */

export const todayIs = () => formatDateTime(new Date()).slice(0, 10);
export const thisYear = () => Number(todayIs().slice(0, 4));

/** How late a typed day or month may be: until now, until the end of next year, or in a plan. */
export type Latest = 'now' | 'nextYear' | 'plan';
const yearsAhead = { nextYear: 1, plan: 20 } as const;

/** Why a day (yyyy-MM-dd) or month (yyyy-MM) is too late, or null. */
export const tooLate = (label: string, value: string, latest: Latest): string | null => {
  if (latest !== 'now') {
    const year = thisYear() + yearsAhead[latest];
    return Number(value.slice(0, 4)) > year ? `${label}不能晚于 ${year} 年` : null;
  }
  if (value <= todayIs().slice(0, value.length)) return null;
  return `${label}不能晚于${value.length === 10 ? '今天' : '本月'}`;
};
