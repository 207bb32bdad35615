import { z } from 'zod';
import { plainName, tidyName } from './rules/person/name.ts';
import { unlessBlank } from './rules/text/blank-text.ts';
import { directionProblem, hasDirectionMarks } from './rules/text/direction-marks.ts';

/** Building blocks of contracts: values that clients of the eladmin family may send, and messages for wrong ones. */

/** A boolean that may arrive as the string "true" or "false". */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: '只能是 true 或 false' }),
);

/** A number that may arrive as its digits. Nothing else becomes one: an emptied field is not 0, and `true` is not 1. */
export const numeric = <T extends z.ZodType<number>>(number: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() ? Number(value) : value), number);

/** An id that may arrive as a string, as the web app sends those of departments. */
export const id = numeric(
  z
    .number({ error: '编号必须是数字' })
    .int('编号必须是整数')
    .min(1, '编号必须大于 0')
    .max(Number.MAX_SAFE_INTEGER, '编号超出范围'),
);

/** The id of a choice or a consent: the message says that it is missing, not that it must be a number. */
export const idOr = (message: string) =>
  numeric(z.number({ error: message }).int(message).min(1, message).max(Number.MAX_SAFE_INTEGER, message));

/** What is read must be what is stored: nothing may turn a name or another short text round. */
const refuseTurned = (label: string) =>
  z.refine<string>((value) => !hasDirectionMarks(value), { error: directionProblem(label) });

/** A required visible text of at most `max` characters; white space at the ends is cut off. */
export const text = (label: string, max: number) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .overwrite(unlessBlank)
    .min(1, `请输入${label}`)
    .max(max, `${label}不能超过 ${max} 个字`)
    .check(refuseTurned(label));

/** Invisible marks, which come with numbers copied from an address book. */
const invisible = /\p{Cf}/gu;

/** Maximum length of a value before it is normalised; longer ones are refused unprocessed. */
export const MAX_TYPED = 200;

/** A number as typed in a sheet: full-width, in groups, with invisible marks. */
export const plainNumber = (value: string) =>
  value.normalize('NFKC').replaceAll(invisible, '').replaceAll(/\s/g, '');

/** The same of a number whose groups may stand between hyphens. */
export const plainGroups = (value: string) => plainNumber(value).replaceAll(/[-‐-―－]/g, '');

/** A mobile number as typed: also with the code of the country. */
export const plainPhone = (value: string) => plainGroups(value).replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');

/** The name of a person. */
export const personName = z
  .string({ error: '请输入姓名' })
  .max(MAX_TYPED, '姓名不能超过 50 个字')
  .check(refuseTurned('姓名'))
  .pipe(z.string().overwrite(tidyName).min(1, '请输入姓名').max(50, '姓名不能超过 50 个字'));

/** The name of a unit without hidden characters: two names that look alike are one. */
export const unitName = (label: string, max: number) =>
  text(label, max).overwrite(plainName).min(1, `请输入${label}`);

/** Records name an account by its nickname and, in brackets, its user name: a nickname holds no brackets of its own. */
export const nickName = text('昵称', 50)
  .overwrite(plainName)
  .min(1, '请输入昵称')
  .refine((value) => !/[()（）﹙﹚⁽⁾₍₎❨❩]/u.test(value), '昵称不能包含括号');

/** A text that may be missing or empty; empty becomes null. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label}必须是文字` })
    .trim()
    .overwrite(unlessBlank)
    .max(max, `${label}不能超过 ${max} 个字`)
    .check(refuseTurned(label))
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null);

/** Text of a search box. */
export const searchText = z
  .string({ error: '搜索内容必须是文字' })
  .trim()
  .max(100, '搜索内容不能超过 100 个字');

/** `createTime` sent twice: from and to, inclusive. Anything but two values is no filter (wire.md §1). */
export const timeRange = z
  .preprocess(
    (value) => (Array.isArray(value) && value.length === 2 ? value : undefined),
    z.tuple([z.string(), z.string()]).optional(),
  )
  .transform((range, context): [Date, Date] | undefined => {
    if (!range) return undefined;
    const [from, to] = range.map(parseDateTime);
    if (from && to) return [from, to];
    context.addIssue({ code: 'custom', message: '时间格式应为 yyyy-MM-dd HH:mm:ss' });
    return z.NEVER;
  });

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai as a point in time, or null. */
export const parseDateTime = (text: string): Date | null => {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)) return null;
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}+08:00`);
  // 30 February would become 2 March.
  return !Number.isNaN(date.getTime()) && formatDateTime(date).startsWith(text) ? date : null;
};

/** A point in time, or null. An empty text, as of an unfinished input, is refused. */
export const optionalMoment = (label: string) =>
  z
    .string({ error: `${label}必须是文字` })
    .nullish()
    .transform((value, context): Date | null => {
      if (value === null || value === undefined) return null;
      const date = parseDateTime(value);
      if (date) return date;
      const message = value ? `${label}的格式应为 yyyy-MM-dd HH:mm:ss` : `请输入${label}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** The last year of anything that is planned. */
export const LAST_PLANNED_YEAR = 2100;
const isPlannable = (date: Date) =>
  date.getTime() < Date.parse(`${LAST_PLANNED_YEAR + 1}-01-01T00:00:00+08:00`);
const tooFar = (label: string) => `${label}不能晚于 ${LAST_PLANNED_YEAR} 年`;

/** The time that a text means by `parseDateTime`, as part of a plan: of this century, else with an issue. */
export const plannedTime = (
  typed: string,
  { label, asked, issues }: { label: string; asked: string; issues: z.RefinementCtx },
): Date => {
  const date = parseDateTime(typed);
  if (date && isPlannable(date)) return date;
  issues.addIssue({ code: 'custom', message: date ? tooFar(label) : asked });
  return z.NEVER;
};

/** When something ends; a day alone stands for its last second. */
export const ending = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .transform((value, issues): Date => {
      const asked = value ? `${label}的格式应为 2026-11-30 或 2026-11-30 18:00:00` : `请输入${label}`;
      return plannedTime(value.length === 10 ? `${value} 23:59:59` : value, { label, asked, issues });
    });

/** A day that may be left open, `yyyy-MM-dd`. */
export const optionalDay = (label: string) =>
  z
    .string({ error: `${label}必须是文字` })
    .nullish()
    .transform((value) => value || null)
    .refine((value) => value === null || (value.length === 10 && parseDateTime(value) !== null), {
      error: `${label}的格式应为 2026-11-22`,
      abort: true,
    })
    .refine((value) => value === null || isPlannable(parseDateTime(value)!), { error: tooFar(label) });

/** The version that the editor read; a save over another user's change is refused. Without it the save wins. */
export const version = numeric(z.number().int().min(0))
  .nullish()
  .transform((value) => value ?? undefined);

/** Position among siblings. */
export const sortNumber = numeric(
  z
    .number({ error: '请输入排序' })
    .int('排序必须是整数')
    .min(0, '排序不能小于 0')
    .max(99_999, '排序不能大于 99999'),
)
  .nullish()
  .transform((value) => value ?? 999);

/** Parent in a tree; 0, null and none are a root. */
export const parentId = z
  .union([z.null(), numeric(z.number().int().min(0))])
  .optional()
  .transform((pid) => pid || null);

/** Reference to another row, as the eladmin family sends it. */
export const reference = z.object({ id }, { error: '请选择一项' });

/** A point in time as it goes over the wire: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const dateTime = z
  .union([z.date(), z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)])
  .transform((value) => (typeof value === 'string' ? value : formatDateTime(value)));

const shanghaiOffset = 8 * 3_600_000;

/** China has had no daylight saving time since 1991, so the offset is constant for every date stored here. */
export const formatDateTime = (date: Date) =>
  new Date(date.getTime() + shanghaiOffset).toISOString().slice(0, 19).replace('T', ' ');
