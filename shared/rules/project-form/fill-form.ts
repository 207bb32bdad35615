import { canonicalJson } from '../text/canonical-json.ts';
import type { Field } from './fields.ts';
import {
  entriesOf,
  type Entry,
  type FormSection,
  type ProjectForm,
  type SectionValues,
  tableOf,
  valuesOf,
} from './form.ts';
import { type ImportedList, importedLists, listAt } from './imported-parts.ts';

/** Values that a school enters for its applicants: fields by `section.field`, entries by `section.list`. */
export type Filling = {
  fields: Readonly<Record<string, unknown>>;
  entries: Readonly<Partial<Record<ImportedList, readonly Readonly<Record<string, unknown>>[]>>>;
};

/** A field (`basic.phone`) or an entry (`research.papers`, with its name) where something else stands already. */
export type Standing = { path: string; label: string };

export type Filled = {
  form: ProjectForm;
  /** Fields and lists that something was put into. */
  filled: Standing[];
  /** Existing values that are kept or overwritten. */
  kept: Standing[];
  overwritten: Standing[];
  /** Lists that would become too long. */
  problems: { path: string; message: string }[];
};

type Options = { overwrite: boolean; newKey: () => string };

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Compares subjects by their path only: the name belongs to the catalogue. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.map((one: { path: unknown }) => one.path) : (value ?? null);
};

const isSame = (one: unknown, other: unknown) =>
  canonicalJson(comparable(one)) === canonicalJson(comparable(other));

/** An empty value of a school changes nothing. */
const said = (entry: Readonly<Record<string, unknown>>) =>
  Object.entries(entry).filter(([, value]) => !isEmpty(value));

type Columns = Readonly<Record<string, Field<unknown>>>;

const sectionAndName = (path: string) => path.split('.') as [FormSection, string];

const withValue = (form: ProjectForm, section: FormSection, name: string, value: unknown): ProjectForm => ({
  ...form,
  [section]: { ...(form[section] as SectionValues), [name]: value },
});

const fillField = (before: Filled, path: string, value: unknown, overwrite: boolean): Filled => {
  const [section, name] = sectionAndName(path);
  const stored = valuesOf(before.form, section)[name];
  if (isEmpty(value) || isSame(stored, value)) return before;
  const standing = { path, label: tableOf(section).fields[name]!.label };
  if (!isEmpty(stored) && !overwrite) return { ...before, kept: [...before.kept, standing] };
  return {
    ...before,
    form: withValue(before.form, section, name, value),
    filled: [...before.filled, standing],
    overwritten: isEmpty(stored) ? before.overwritten : [...before.overwritten, standing],
  };
};

const identityOf = (keys: readonly string[], entry: Readonly<Record<string, unknown>>) =>
  canonicalJson(keys.map((key) => comparable(entry[key])));

const blank = (columns: Columns) => Object.fromEntries(Object.keys(columns).map((name) => [name, null]));

const fillList = (
  before: Filled,
  path: ImportedList,
  given: readonly Readonly<Record<string, unknown>>[],
  { overwrite, newKey }: Options,
): Filled => {
  const [section, name] = sectionAndName(path);
  const { columns, noun, most, title, keys } = listAt(path);
  const rows: Entry[] = [...entriesOf(valuesOf(before.form, section), name)];
  const result = { ...before, kept: [...before.kept], overwritten: [...before.overwritten] };
  let isChanged = false;
  for (const entry of given) {
    const values = said(entry);
    const index = rows.findIndex((row) => identityOf(keys, row) === identityOf(keys, entry));
    if (index < 0) {
      rows.push({ ...blank(columns), ...Object.fromEntries(values), key: newKey() });
      isChanged = true;
      continue;
    }
    const row = rows[index]!;
    const differing = values.filter(([column, value]) => !isSame(row[column], value));
    if (differing.length === 0) continue;
    const clashing = differing.filter(([column]) => !isEmpty(row[column]));
    const standing = {
      path,
      label: `${noun}「${keys.map((key) => columns[key]!.inWords(entry[key])).join(' ')}」`,
    };
    if (clashing.length > 0) (overwrite ? result.overwritten : result.kept).push(standing);
    const taken = overwrite ? differing : differing.filter(([column]) => isEmpty(row[column]));
    if (taken.length === 0) continue;
    rows[index] = { ...row, ...Object.fromEntries(taken) };
    isChanged = true;
  }
  if (!isChanged) return result;
  const problems =
    rows.length > most
      ? [
          ...before.problems,
          { path, message: `${noun}最多 ${most} 条，已有的加上表格中的共 ${rows.length} 条` },
        ]
      : before.problems;
  return {
    ...result,
    problems,
    form: withValue(before.form, section, name, rows),
    filled: [...result.filled, { path, label: title }],
  };
};

/**
 * A form with what a school knows put where nothing stands. What stands there and differs is kept, unless it is to be
 * overwritten; entries are known again by a few columns and never doubled, so that the same sheet twice changes nothing.
 */
export const fillForm = (form: ProjectForm, { fields, entries }: Filling, options: Options): Filled => {
  const start: Filled = { form, filled: [], kept: [], overwritten: [], problems: [] };
  const withFields = Object.entries(fields).reduce(
    (before, [path, value]) => fillField(before, path, value, options.overwrite),
    start,
  );
  return importedLists.reduce(
    (before, path) => fillList(before, path, entries[path] ?? [], options),
    withFields,
  );
};
