import { type Section, sections } from '../review-rule/facts.ts';
import type { Field } from './fields.ts';
import {
  entriesOf,
  type Entry,
  isFormSection,
  possibleWorks,
  type ProjectForm,
  tableOf,
  valuesOf,
} from './form.ts';

/** Path of a problem with a material, beside those of sections, fields and entries. */
export const materialPath = (id: number): string => `attachments.${id}`;

type Columns = Readonly<Record<string, Field<unknown>>>;

/** Name of an entry: the words of its first column; for a representative work those of the work. */
export const nameOfEntry = (form: ProjectForm, columns: Columns, entry: Entry): string => {
  const [[name, field] = ['', undefined]] = Object.entries(columns);
  const value = entry[name];
  if (!field || value === null || value === undefined || value === '') return '';
  if (field.input.kind === 'entry')
    return possibleWorks(form).find((work) => work.entry.key === value)?.entry.title ?? '';
  return field.inWords(value);
};

/** 论文「题目」, or 第 2 条论文 where it has no name yet. */
export const entryInWords = (
  form: ProjectForm,
  { noun, columns }: { noun: string; columns: Columns },
  { entry, index }: { entry: Entry; index: number },
): string => {
  const name = nameOfEntry(form, columns, entry);
  return name ? `${noun}「${name}」` : `第 ${index + 1} 条${noun}`;
};

/**
 * Its section, and what it is called there: of the section itself the second is empty. Null where there is no such
 * place.
 */
export const placeOf = (
  path: string,
  { form, materials }: { form: ProjectForm; materials: readonly { id: number; name: string }[] },
): { section: Section; words: string } | null => {
  const [section = '', name, key, column, ...rest] = path.split('.');
  if (!Object.hasOwn(sections, section) || rest.length > 0) return null;
  const known = section as Section;
  if (name === undefined) return { section: known, words: '' };
  if (!isFormSection(known)) {
    const material = materials.find(({ id }) => String(id) === name);
    return material && key === undefined ? { section: known, words: `材料「${material.name}」` } : null;
  }
  const { fields, lists } = tableOf(known);
  if (Object.hasOwn(fields, name))
    return key === undefined ? { section: known, words: fields[name]!.label } : null;
  if (!Object.hasOwn(lists, name)) return null;
  const list = lists[name]!;
  if (key === undefined) return { section: known, words: list.title };
  const entries = entriesOf(valuesOf(form, known), name);
  const index = entries.findIndex((one) => one.key === key);
  if (index < 0) return null;
  const words = entryInWords(form, list, { entry: entries[index]!, index });
  if (column === undefined) return { section: known, words };
  return Object.hasOwn(list.columns, column)
    ? { section: known, words: `${words}：${list.columns[column]!.label}` }
    : null;
};
