import { z } from 'zod';
import {
  absenceProblems,
  employmentProblems,
  ownAbsenceProblems,
  type RowProblem,
} from '../rules/expert/periods.ts';
import { todayIs } from '../rules/text/dates.ts';
import { id, LAST_PLANNED_YEAR, numeric, optionalText, text } from '../schemas.ts';

/** Present and former units of an expert, and absences. */

const year = (label: string) =>
  numeric(
    z
      .number({ error: `请输入${label}` })
      .int(`${label}必须是年份`)
      .min(1940, `${label}不能早于 1940 年`)
      .max(9999, `${label}必须是年份`),
  );

/** A school of the register, or another place by its name. */
export const Affiliation = z.object({
  orgId: id.nullish().transform((value) => value ?? null),
  orgName: text('单位名称', 100),
  post: optionalText('职务', 50),
  fromYear: year('起始年份'),
  toYear: year('结束年份')
    .nullish()
    .transform((value) => value ?? null),
});

const day = (label: string) =>
  z.iso
    .date({ error: `${label}格式应为 yyyy-MM-dd`, abort: true })
    .refine(
      (value) => Number(value.slice(0, 4)) <= LAST_PLANNED_YEAR,
      `${label}不能晚于 ${LAST_PLANNED_YEAR} 年`,
    );

export const Unavailability = z.object({
  fromDay: day('开始日期'),
  toDay: day('结束日期'),
  reason: optionalText('原因', 100),
});

/** As they are read: what was stored under other rules must still be shown. */
export const StoredAffiliation = z.object({
  orgId: z.number().nullable(),
  orgName: z.string(),
  post: z.string().nullable(),
  fromYear: z.number(),
  toYear: z.number().nullable(),
});
export const StoredUnavailability = z.object({
  fromDay: z.string(),
  toDay: z.string(),
  reason: z.string().nullable(),
});

/** A list of consistent rows; each problem is reported at its field. */
const listOf = <T extends z.ZodType>(row: T, most: string, problems: (rows: z.output<T>[]) => RowProblem[]) =>
  z
    .array(row)
    .max(50, { error: most, abort: true })
    .superRefine((rows, context) => {
      for (const { row: at, field, message } of problems(rows))
        context.addIssue({ code: 'custom', path: [at, field], message });
    });

const employment = (rows: Parameters<typeof employmentProblems>[0]) =>
  employmentProblems(rows, Number(todayIs().slice(0, 4)));

const MAX_AFFILIATIONS = '任职经历最多 50 条';
const MAX_ABSENCES = '不可参评时间最多 50 段';

export const Affiliations = listOf(Affiliation, MAX_AFFILIATIONS, employment);
/** Which unit of the register is meant, the server finds out. */
export const OwnAffiliations = listOf(Affiliation.omit({ orgId: true }), MAX_AFFILIATIONS, employment);
export const Absences = listOf(Unavailability, MAX_ABSENCES, absenceProblems);
export const OwnAbsences = listOf(Unavailability, MAX_ABSENCES, (rows) =>
  ownAbsenceProblems(rows, todayIs()),
);
