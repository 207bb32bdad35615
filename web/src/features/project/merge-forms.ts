import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import {
  entriesOf,
  type Entry,
  type FormSection,
  formSections,
  type ProjectForm,
  tableOf,
  valuesOf,
} from '@zhiping/shared/rules/project-form/form.ts';
import type { Three } from '../../lib/merged-draft.ts';

/** A field that two devices changed differently. */
export type Clash = { path: string; label: string; field: Field<unknown>; mine: unknown; theirs: unknown };

type Values = Record<string, unknown>;

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Merges fields: a change on one side only is taken over; at a clash mine stands until the applicant decides. */
const mergeFields = (
  fields: Readonly<Record<string, Field<unknown>>>,
  { base, mine, theirs }: Three<Values>,
  at: { path: string; label: string },
): { values: Values; clashes: Clash[] } => {
  const clashes: Clash[] = [];
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (isSame(mine[name], theirs[name]) || isSame(theirs[name], base[name])) return [name, mine[name]];
      if (isSame(mine[name], base[name])) return [name, theirs[name]];
      clashes.push({
        path: `${at.path}.${name}`,
        label: `${at.label} · ${field.label}`,
        field,
        mine: mine[name],
        theirs: theirs[name],
      });
      return [name, mine[name]];
    }),
  );
  return { values, clashes };
};

const byKey = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.key, entry]));
const keysIn = (entries: readonly Entry[]) => entries.map(({ key }) => key);

/** Keys in my order, or in theirs if only they moved entries; entries of the other side follow. */
const mergedKeys = ({ base, mine, theirs }: Three<readonly Entry[]>) => {
  const first = isSame(keysIn(mine), keysIn(base)) ? theirs : mine;
  const second = first === mine ? theirs : mine;
  return [...new Set([...keysIn(first), ...keysIn(second)])];
};

/** An entry deleted on one side is removed, unless the other side changed it. */
const mergeEntry = (
  columns: Readonly<Record<string, Field<unknown>>>,
  { base, mine, theirs }: Three<Entry | undefined>,
  at: { path: string; label: string },
): { entry: Entry | undefined; clashes: Clash[] } => {
  if (!mine || !theirs) {
    const left = mine ?? theirs;
    return { entry: base && isSame(left, base) ? undefined : left, clashes: [] };
  }
  const { values, clashes } = mergeFields(columns, { base: base ?? mine, mine, theirs }, at);
  return { entry: { ...values, key: mine.key }, clashes };
};

const mergeSection = (
  section: FormSection,
  { base, mine, theirs }: Three<ProjectForm>,
): { values: Values; clashes: Clash[] } => {
  const { fields, lists } = tableOf(section);
  const three = {
    base: valuesOf(base, section),
    mine: valuesOf(mine, section),
    theirs: valuesOf(theirs, section),
  };
  const { values, clashes } = mergeFields(fields, three, { path: section, label: sections[section] });
  for (const [name, { noun, columns }] of Object.entries(lists)) {
    const entries = {
      base: entriesOf(three.base, name),
      mine: entriesOf(three.mine, name),
      theirs: entriesOf(three.theirs, name),
    };
    const maps = { base: byKey(entries.base), mine: byKey(entries.mine), theirs: byKey(entries.theirs) };
    values[name] = mergedKeys(entries).flatMap((key, index) => {
      const sides = { base: maps.base.get(key), mine: maps.mine.get(key), theirs: maps.theirs.get(key) };
      const at = { path: `${section}.${name}.${key}`, label: `第 ${index + 1} 条${noun}` };
      const merged = mergeEntry(columns, sides, at);
      clashes.push(...merged.clashes);
      return merged.entry ? [merged.entry] : [];
    });
  }
  return { values, clashes };
};

/**
 * Merges the edits that two devices made since the same base. No edit is lost: different changes of the same field are
 * returned as clashes.
 */
export const mergeForms = (three: Three<ProjectForm>): { value: ProjectForm; clashes: Clash[] } => {
  const merged = (Object.keys(formSections) as FormSection[]).map((section) => ({
    section,
    ...mergeSection(section, three),
  }));
  return {
    value: Object.fromEntries(merged.map(({ section, values }) => [section, values])) as ProjectForm,
    clashes: merged.flatMap(({ clashes }) => clashes),
  };
};

/** The form with a new value at a path, as clashes and problems name it. */
export const withValue = (form: ProjectForm, path: string, value: unknown): ProjectForm => {
  const [section, name, key, column] = path.split('.') as [FormSection, string, string?, string?];
  const values = valuesOf(form, section);
  const changed =
    key === undefined
      ? value
      : entriesOf(values, name).map((entry) => (entry.key === key ? { ...entry, [column!]: value } : entry));
  return { ...form, [section]: { ...values, [name]: changed } };
};

/** The form with an edited list. */
export const withEntries = (
  form: ProjectForm,
  at: string,
  edit: (before: readonly Entry[]) => readonly Entry[],
): ProjectForm => {
  const [section, name] = at.split('.') as [FormSection, string];
  return withValue(form, at, edit(entriesOf(valuesOf(form, section), name)));
};
