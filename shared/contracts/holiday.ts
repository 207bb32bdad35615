import { z } from 'zod';
import { Created, endpoint, Ids } from '../endpoint.ts';
import { dayAfter } from '../rules/holiday/working-days.ts';
import { dateTime, id, numeric, optionalText, parseDateTime, text, version } from '../schemas.ts';

/** Arrangements are known since 2004; lunar holidays of years to come are computed until 2040. */
export const FIRST_YEAR = 2004;
export const LAST_YEAR = 2040;
/** A correction of more days in a row is a slip. */
const MAX_DAYS = 31;
const MAX_PERIOD = 250;

const DayKind = z.enum(['off', 'work'], { error: '请选择放假或上班' });

const isKnown = (day: string) => {
  const year = Number(day.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

/** A day of the working calendar, yyyy-MM-dd. */
export const calendarDay = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .refine((value) => value === '' || (value.length === 10 && parseDateTime(value) !== null), {
      error: `${label}的格式应为 2026-11-22`,
    })
    .refine((value) => parseDateTime(value) === null || isKnown(value), {
      error: `${label}应在 ${FIRST_YEAR} 年至 ${LAST_YEAR} 年之间`,
    });

const correction = {
  kind: DayKind,
  name: text('名称', 30),
  remark: optionalText('备注', 200),
};

/** A day that the office has set itself. */
export const Holiday = z.object({
  id: z.number(),
  day: z.string(),
  kind: DayKind,
  name: z.string(),
  remark: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: dateTime,
  version: z.number(),
});
export type Holiday = z.output<typeof Holiday>;

/** A day that is not what its weekday says, and who says so: the State Council, the law alone, or the office. */
export const SpecialDay = z.object({
  day: z.string(),
  kind: DayKind,
  name: z.string(),
  origin: z.enum(['state', 'law', 'office']),
});
export type SpecialDay = z.output<typeof SpecialDay>;

export const WorkingYear = z.object({
  year: z.number(),
  /** Whether the State Council's arrangement of this year is known; else only the holidays of the law are. */
  isPublished: z.boolean(),
  workingDays: z.number(),
  special: z.array(SpecialDay),
  corrections: z.array(Holiday),
});
export type WorkingYear = z.output<typeof WorkingYear>;

/** The last day of a period, and its last moment. */
const PeriodEnd = z.object({ day: z.string(), end: dateTime });

const HolidayCreate = z
  .object({
    day: calendarDay('日期'),
    /** The last one, where several days in a row are corrected alike. */
    toDay: z.preprocess((value) => value || undefined, calendarDay('结束日期').optional()),
    ...correction,
  })
  .superRefine(({ day: from, toDay }, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', path: ['toDay'], message });
    if (toDay === undefined || parseDateTime(from) === null || parseDateTime(toDay) === null) return;
    if (toDay < from) problem('结束日期不能早于日期');
    if (toDay > dayAfter(from, MAX_DAYS - 1)) problem(`一次最多更正 ${MAX_DAYS} 天`);
  });

export const holidayApi = {
  year: endpoint('GET', '/api/holiday/year', {
    summary: '一年的工作日历',
    access: 'holiday:list',
    query: z.object({
      year: numeric(
        z
          .number({ error: '请输入年份' })
          .int('年份必须是整数')
          .min(FIRST_YEAR, `年份不能早于 ${FIRST_YEAR}`)
          .max(LAST_YEAR, `年份不能晚于 ${LAST_YEAR}`),
      ),
    }),
    result: WorkingYear,
  }),
  /** When so many working days are over, counted in the two ways that rules ask for. */
  period: endpoint('GET', '/api/holiday/period', {
    summary: '推算工作日',
    access: 'holiday:list',
    query: z.object({
      day: calendarDay('起始日期'),
      workingDays: numeric(
        z
          .number({ error: '请输入工作日数' })
          .int('工作日数必须是整数')
          .min(1, '工作日数至少为 1')
          .max(MAX_PERIOD, `工作日数不能超过 ${MAX_PERIOD}`),
      ),
    }),
    result: z.object({
      /** The first day counts, as in a publicity. */
      inclusive: PeriodEnd,
      /** The day of the event does not count, as in a deadline. */
      after: PeriodEnd,
      isPublished: z.boolean(),
    }),
  }),
  create: endpoint('POST', '/api/holiday', {
    summary: '新增工作日更正',
    access: 'holiday:edit',
    status: 201,
    body: HolidayCreate,
    result: Created,
  }),
  update: endpoint('PUT', '/api/holiday', {
    summary: '编辑工作日更正',
    access: 'holiday:edit',
    status: 204,
    body: z.object({ id, version, ...correction }),
  }),
  remove: endpoint('DELETE', '/api/holiday', {
    summary: '撤销工作日更正',
    access: 'holiday:edit',
    body: Ids,
  }),
};
