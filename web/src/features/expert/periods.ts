import { Affiliation, Unavailability } from '@zhiping/shared/contracts/expert-periods.ts';
import { todayIs } from '@zhiping/shared/rules/text/dates.ts';
import {
  absenceProblems,
  employmentProblems,
  ownAbsenceProblems,
  type RowProblem,
} from '@zhiping/shared/rules/expert/periods.ts';
import { z } from 'zod';
import { ruleOf } from '../../kit/form/Field.tsx';

/** Rows of an expert's employment or absences while they are edited: any part may be missing or wrong. */
export const PeriodRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type PeriodRow = z.output<typeof PeriodRow>;
export type PeriodKind = 'affiliations' | 'unavailability';

type PeriodField = {
  name: string;
  label: string;
  rule: ReturnType<typeof ruleOf>;
  type: 'unit' | 'text' | 'year' | 'date';
  hint?: string;
  /** Hint below the field. */
  extra?: string;
};

type Period = { noun: string; unit: string; fields: readonly PeriodField[] };

export const periods: Record<PeriodKind, Period> = {
  affiliations: {
    noun: '任职经历',
    unit: '条',
    fields: [
      { name: 'orgName', label: '单位名称', rule: ruleOf(Affiliation.shape.orgName), type: 'unit' },
      { name: 'post', label: '职务', rule: ruleOf(Affiliation.shape.post), type: 'text' },
      {
        name: 'fromYear',
        label: '起始年份',
        rule: ruleOf(Affiliation.shape.fromYear, '请输入起始年份'),
        type: 'year',
      },
      {
        name: 'toYear',
        label: '结束年份',
        rule: ruleOf(Affiliation.shape.toYear),
        type: 'year',
        hint: '在任留空',
      },
    ],
  },
  unavailability: {
    noun: '不可参评时间',
    unit: '段',
    fields: [
      {
        name: 'fromDay',
        label: '开始日期',
        rule: ruleOf(Unavailability.shape.fromDay, '请选择开始日期'),
        type: 'date',
      },
      {
        name: 'toDay',
        label: '结束日期',
        rule: ruleOf(Unavailability.shape.toDay, '请选择结束日期'),
        type: 'date',
      },
      {
        name: 'reason',
        label: '原因',
        rule: ruleOf(Unavailability.shape.reason),
        type: 'text',
        // Officers of a school cannot read the reason again after they have entered it.
        extra: '学校看不到原因',
      },
    ],
  },
};

/** A form value is undefined until it is typed. */
type TypedRow = Record<string, PeriodRow[string] | undefined>;

/** A row with empty values as null. */
const cleaned = (row: TypedRow): PeriodRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === '' ? null : (value ?? null)]),
  );

export const cleanRows = (rows: readonly TypedRow[]) => rows.map(cleaned);

const numberOf = (value: PeriodRow[string] | undefined) => (value ? Number(value) : null);

/** Rows with years as numbers and only their known fields, so that typed rows compare to stored ones. */
const typed = (kind: PeriodKind, rows: readonly PeriodRow[]): PeriodRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      periods[kind].fields.map(({ name, type }) => [
        name,
        type === 'year' ? numberOf(row[name]) : (row[name] ?? null) || null,
      ]),
    ),
  );

export const comparableRows = (kind: PeriodKind, rows: readonly PeriodRow[]) =>
  JSON.stringify(typed(kind, rows));

/** Problems between rows, as the server will report them. */
export const rowProblems = (kind: PeriodKind, rows: readonly PeriodRow[], isOwn: boolean): RowProblem[] => {
  const values = typed(kind, rows) as never;
  if (kind === 'affiliations') return employmentProblems(values, Number(todayIs().slice(0, 4)));
  return isOwn ? ownAbsenceProblems(values, todayIs()) : absenceProblems(values);
};

export const lineOf = (kind: PeriodKind, row: PeriodRow): string =>
  (kind === 'affiliations'
    ? [`${row.fromYear ?? '？'} 至 ${row.toYear || '今'}`, row.orgName, row.post]
    : [`${row.fromDay ?? '？'} 至 ${row.toDay ?? '？'}`, row.reason]
  )
    .filter(Boolean)
    .join('，');
