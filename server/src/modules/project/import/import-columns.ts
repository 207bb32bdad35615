import { z } from 'zod';
import { entryConflicts } from '@zhiping/shared/rules/project-form/entry-conflicts.ts';
import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Filling } from '@zhiping/shared/rules/project-form/fill-form.ts';
import {
  importedFields,
  importedLists,
  type ImportedList,
  listAt,
} from '@zhiping/shared/rules/project-form/imported-parts.ts';
import { type RankOf, ranksDiffer, readRankOf } from '@zhiping/shared/rules/project-form/rank-cell.ts';
import { readCell } from '@zhiping/shared/rules/project-form/read-cell.ts';
import { personName, text } from '@zhiping/shared/schemas.ts';
import type { Headers, Meaning, RowRules } from '../../../platform/sheets/validate-rows.ts';

/** First column of every sheet: identifies the teacher of the row. */
export const PERSON_COLUMN = '工号或身份证号码';
const SUBJECTS = 'target.subjects';
export const subjectFields = [`${SUBJECTS}.0`, `${SUBJECTS}.1`] as const;

/** Columns of the first sheet by the field that each fills. */
export const personColumns: Headers = {
  who: PERSON_COLUMN,
  name: '姓名',
  ...Object.fromEntries(
    importedFields.flatMap(([path, { label }]) =>
      path === SUBJECTS
        ? subjectFields.map((field, index) => [field, `${label}${['一', '二'][index]}`])
        : [[path, label]],
    ),
  ),
};

/** A number's unit stands in its heading. */
const headerOf = ({ label, input }: Field<unknown>) =>
  input.kind === 'number' && input.unit ? `${label}（${input.unit}）` : label;

export const listColumns = (path: ImportedList): Headers => ({
  who: PERSON_COLUMN,
  ...Object.fromEntries(Object.entries(listAt(path).columns).map(([name, field]) => [name, headerOf(field)])),
});

/** A row of the first sheet with its rows of the other sheets. */
export type ImportedPerson = { who: string; name: string } & Filling;

const personSchema = text(PERSON_COLUMN, 30);

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Reads a cell for a field, or reports what is wrong with it. */
const findIn =
  (field: Field<unknown>) =>
  (written: string): Meaning => {
    const { value, problem } = readCell(field, written);
    const wrong = problem ?? (value === null ? null : field.problem(value));
    return wrong ? { code: 'INVALID', message: wrong, instead: null } : { value };
  };

/** A rank written with the total (2/5) is kept as one value until the whole row is read. */
const rankIn =
  (field: Field<unknown>) =>
  (written: string): Meaning => {
    const both = readRankOf(written);
    return both && field.problem(both.rank) === null ? { value: both } : findIn(field)(written);
  };

type ImportedColumns = ReturnType<typeof listAt>['columns'];

const isRankOf = (value: unknown): value is RankOf => typeof value === 'object' && value !== null;

/** Splits a rank with a total into the fields `rank` and `people`. */
const withRank = ({ rank, ...values }: Record<string, unknown>, columns: ImportedColumns) => {
  if (!isRankOf(rank)) return { ...values, ...(rank !== undefined && { rank }) };
  const people = columns['people'] && !isGiven(values['people']) ? { people: rank.people } : {};
  return { ...values, ...people, rank: rank.rank };
};

/** Values of a row that contradict each other, at the column to change. */
const conflictsIn = (values: Record<string, unknown>, columns: ImportedColumns) => {
  const { rank, people } = values;
  const conflicts = entryConflicts(withRank(values, columns));
  if (!isRankOf(rank) || typeof people !== 'number' || people === rank.people) return conflicts;
  const message = ranksDiffer(`本人排名「${rank.rank}/${rank.people}」`, `总人数「${people}」`);
  return [{ name: 'rank', message }, ...conflicts.filter(({ name }) => name !== 'rank')];
};

type Finds = NonNullable<RowRules<unknown>['finds']>;

const listRules = (path: ImportedList): RowRules<unknown> => {
  const { columns, keys } = listAt(path);
  return {
    headers: listColumns(path),
    schema: z
      .looseObject({})
      .superRefine((values, context) => {
        const report = (name: string, message: string) =>
          context.addIssue({ code: 'custom', path: [name], message });
        for (const key of keys) if (!isGiven(values[key])) report(key, `请填写${columns[key]!.label}`);
        for (const { name, message } of conflictsIn(values, columns)) report(name, message);
      })
      .transform((values) => withRank(values, columns)),
    finds: Object.fromEntries(
      Object.entries(columns).map(([name, field]) => [name, name === 'rank' ? rankIn(field) : findIn(field)]),
    ),
    inputOf: ({ who: _who, ...values }) => values,
  };
};

const Person = z.object({
  who: personSchema,
  name: personName,
  fields: z.record(z.string(), z.unknown()),
  entries: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
}) as unknown as z.ZodType<ImportedPerson>;

/** The given subjects without duplicates; columns left empty leave no gap. */
const subjectsOf = (values: Record<string, unknown>) => {
  const paths = subjectFields.map((field) => values[field]).filter((path) => Array.isArray(path));
  const keys = paths.map((path) => path.join('/'));
  return paths
    .filter((_, index) => keys.indexOf(keys[index]!) === index)
    .map((path) => ({ path: path as string[], fullName: '', isObsolete: false }));
};

/** Rules for reading rows; `named` finds names of the registers. */
export const rowRules = (named: { subject: Finds[string]; titleSeries: Finds[string] }) => {
  const finds: Finds = {};
  for (const [path, field] of importedFields) {
    if (path === SUBJECTS) for (const one of subjectFields) finds[one] = named.subject;
    else finds[path] = field.input.kind === 'dict' ? named.titleSeries : findIn(field);
  }
  return {
    headers: personColumns,
    schema: Person,
    finds,
    parts: Object.fromEntries(importedLists.map((path) => [path, listRules(path)])),
    inputOf: (values: Record<string, unknown>) => ({
      who: values['who'],
      name: values['name'],
      fields: {
        ...Object.fromEntries(
          importedFields
            .filter(([path]) => path !== SUBJECTS && isGiven(values[path]))
            .map(([path]) => [path, values[path]]),
        ),
        ...(subjectsOf(values).length > 0 && { [SUBJECTS]: subjectsOf(values) }),
      },
      entries: Object.fromEntries(importedLists.map((path) => [path, values[path] ?? []])),
    }),
  } satisfies RowRules<ImportedPerson>;
};
