import type { Field } from './fields.ts';
import { type FormSection, type SectionTable, tableOf } from './form.ts';

/**
 * Parts of the form that a school imports as a workbook: fields in the row of a person, lists as sheets of their own.
 */

const fieldSections = ['target', 'basic', 'assessment', 'teaching', 'statement'] as const;

/** Fields by `section.field`, in the order of the sheet. */
export const importedFields: readonly (readonly [path: string, field: Field<unknown>])[] =
  fieldSections.flatMap((section: FormSection) =>
    Object.entries(tableOf(section).fields).map(([name, field]) => [`${section}.${name}`, field] as const),
  );

/** Lists by `section.list`, each with the columns by which an entry is known again. */
const listKeys = {
  'education.degrees': ['level', 'school'],
  'employment.posts': ['unit', 'post'],
  'assessment.years': ['year'],
  'teaching.courses': ['name', 'term'],
  'research.papers': ['title'],
  'research.books': ['title'],
  'research.projects': ['title'],
  'research.awards': ['title', 'grade'],
  'research.patents': ['title'],
} as const satisfies Record<string, readonly string[]>;
export type ImportedList = keyof typeof listKeys;

export const importedLists = Object.keys(listKeys) as ImportedList[];

export const listAt = (path: ImportedList): SectionTable['lists'][string] & { keys: readonly string[] } => {
  const [section, name] = path.split('.') as [FormSection, string];
  return { ...tableOf(section).lists[name]!, keys: listKeys[path] };
};
