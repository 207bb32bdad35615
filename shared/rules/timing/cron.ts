/** Cron expressions as the product takes them: 秒 分 时 日 月 周, at most once a minute, weekdays by name. */

type Bounds = { label: string; min: number; max: number; names: readonly string[] };
export type CronField = { values: readonly number[]; isAll: boolean; step: number | null; isLast: boolean };
export type Cron = Record<'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday', CronField>;

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Monday first, as weeks are read here. */
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

const bounds: Record<keyof Cron, Bounds> = {
  second: { label: '秒', min: 0, max: 59, names: [] },
  minute: { label: '分', min: 0, max: 59, names: [] },
  hour: { label: '时', min: 0, max: 23, names: [] },
  day: { label: '日', min: 1, max: 31, names: [] },
  month: { label: '月', min: 1, max: 12, names: months },
  weekday: { label: '周', min: 1, max: 7, names: weekdays },
};
const order = ['second', 'minute', 'hour', 'day', 'month', 'weekday'] as const;

export class CronProblem extends Error {}

const valueOf = (text: string, name: keyof Cron) => {
  const { label, min, max, names } = bounds[name];
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return named + min;
  // 1 is Sunday to some programs and Monday to others.
  if (name === 'weekday') throw new CronProblem('周请写作 MON 到 SUN：数字在不同系统中含义不同');
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new CronProblem(`「${label}」应在 ${min} 到 ${max} 之间：${text}`);
  return value;
};

const rangeOf = (part: string, name: keyof Cron): number[] => {
  const { label, min, max } = bounds[name];
  const [range = '', stepText, ...more] = part.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  if (more.length > 0 || !Number.isInteger(step) || step < 1 || step > max)
    throw new CronProblem(`「${label}」的间隔不正确：${part}`);
  const ends = range === '*' ? [min, max] : range.split('-').map((text) => valueOf(text, name));
  const from = ends[0] ?? min;
  const to = ends[1] ?? (stepText === undefined ? from : max);
  if (ends.length > 2 || to < from) throw new CronProblem(`「${label}」的范围不正确：${part}`);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
};

const fieldOf = (text: string, name: keyof Cron): CronField => {
  if (name === 'day' && text.toUpperCase() === 'L')
    return { values: [], isAll: false, step: null, isLast: true };
  const values = [...new Set(text.split(',').flatMap((part) => rangeOf(part, name)))].toSorted(
    (a, b) => a - b,
  );
  const { min, max } = bounds[name];
  const stepped = /^(?:\*|(\d+))\/(\d+)$/.exec(text);
  return {
    values,
    isAll: values.length === max - min + 1,
    step: stepped !== null && Number(stepped[2]) > 1 ? Number(stepped[2]) : null,
    isLast: false,
  };
};

/**
 * The six fields of an expression: `?` stands for `*`, five fields begin with the minute, and a seventh may only be `*`,
 * as clients of the eladmin family write it.
 */
export const cronFields = (expression: string): string[] => {
  const fields = expression
    .trim()
    .split(/\s+/)
    .map((field) => (field === '?' ? '*' : field));
  if (fields.length === 7 && fields[6] === '*') fields.pop();
  return fields.length === 5 ? ['0', ...fields] : fields;
};

/** Read an expression, or throw a CronProblem that says in Chinese what is wrong. */
export const parseCron = (expression: string): Cron => {
  const fields = cronFields(expression);
  if (fields.length !== 6) throw new CronProblem('请按「秒 分 时 日 月 周」填写 6 项，用空格隔开');
  const cron = Object.fromEntries(order.map((name, index) => [name, fieldOf(fields[index]!, name)])) as Cron;
  if (cron.second.values.length !== 1) throw new CronProblem('「秒」只能是一个数：任务最多每分钟执行一次');
  if (!cron.day.isAll && !cron.weekday.isAll)
    throw new CronProblem('「日」和「周」不能同时指定，其中一项请写 *');
  return cron;
};

/** Problem of an expression, or null. */
export const cronProblem = (expression: string): string | null => {
  try {
    parseCron(expression);
    return null;
  } catch (error) {
    if (error instanceof CronProblem) return error.message;
    throw error;
  }
};
