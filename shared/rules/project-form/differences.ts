import type { Field } from './fields.ts';
import {
  entriesOf,
  type Entry,
  type FormSection,
  formSections,
  possibleWorks,
  type ProjectForm,
  type SectionTable,
  tableOf,
  valuesOf,
} from './form.ts';
import { entryInWords } from './places.ts';
import { valueInWords } from './words.ts';

/** One field or one whole entry that is not as it was, in words. */
export type Difference = {
  section: FormSection;
  path: string;
  label: string;
  kind: 'added' | 'removed' | 'changed';
  before: string;
  after: string;
};

type LabelOf = (dict: string, value: string) => string;
type Columns = Readonly<Record<string, Field<unknown>>>;
type Words = (field: Field<unknown>, value: unknown) => string;

const wordsOf =
  (form: ProjectForm, labelOf: LabelOf): Words =>
  (field, value) =>
    field.input.kind === 'entry'
      ? (possibleWorks(form).find(({ entry }) => entry.key === value)?.entry.title ?? '')
      : valueInWords(field, value, labelOf);

/** A whole entry in one line: its columns that say something. */
const lineOf = (columns: Columns, entry: Entry, words: Words) =>
  Object.entries(columns)
    .map(([name, field]) => [field.label, words(field, entry[name])] as const)
    .filter(([, word]) => word !== '')
    .map(([label, word]) => `${label}：${word}`)
    .join('；');

const kindOf = (before: string, after: string): Difference['kind'] => {
  if (before === '') return 'added';
  return after === '' ? 'removed' : 'changed';
};

type ListAt = { section: FormSection; name: string; list: SectionTable['lists'][string] };
type Side = { form: ProjectForm; words: Words };

const fieldDifferences = (
  columns: Columns,
  before: { values: Record<string, unknown>; words: Words },
  after: { values: Record<string, unknown>; words: Words },
) =>
  Object.entries(columns).flatMap(([name, field]) => {
    const [was, is] = [before.words(field, before.values[name]), after.words(field, after.values[name])];
    return was === is ? [] : [{ name, label: field.label, kind: kindOf(was, is), before: was, after: is }];
  });

/** Whether those that are in both stand in another order: of representative works the first counts most. */
const orderDifferences = ({ section, name, list }: ListAt, before: Side, after: Side): Difference[] => {
  const titlesOf = ({ form }: Side, other: Side) => {
    const others = new Set(entriesOf(valuesOf(other.form, section), name).map(({ key }) => key));
    return entriesOf(valuesOf(form, section), name)
      .filter(({ key }) => others.has(key))
      .map((entry, index) => ({ key: entry.key, title: entryInWords(form, list, { entry, index }) }));
  };
  const [old, fresh] = [titlesOf(before, after), titlesOf(after, before)];
  if (old.every(({ key }, index) => key === fresh[index]?.key)) return [];
  const inOrder = (all: typeof old) => all.map(({ title }) => title).join('；');
  return [
    {
      section,
      path: `${section}.${name}`,
      label: `${list.noun}的顺序`,
      kind: 'changed',
      before: inOrder(old),
      after: inOrder(fresh),
    },
  ];
};

const entryDifferences = (at: ListAt, before: Side, after: Side): Difference[] => {
  const { section, name, list } = at;
  const [old, fresh] = [before, after].map(({ form }) => entriesOf(valuesOf(form, section), name)) as [
    Entry[],
    Entry[],
  ];
  const pathOf = ({ key }: Entry) => `${section}.${name}.${key}`;
  const kept = fresh.flatMap((entry, index): Difference[] => {
    const label = entryInWords(after.form, list, { entry, index });
    const was = old.find(({ key }) => key === entry.key);
    if (!was) {
      const line = lineOf(list.columns, entry, after.words);
      return [{ section, path: pathOf(entry), label, kind: 'added', before: '', after: line }];
    }
    const found = fieldDifferences(
      list.columns,
      { values: was, words: before.words },
      { values: entry, words: after.words },
    );
    return found.map(({ name: column, label: title, ...rest }) => ({
      section,
      path: `${pathOf(entry)}.${column}`,
      label: `${label}：${title}`,
      ...rest,
    }));
  });
  const gone = old.flatMap((entry, index): Difference[] =>
    fresh.some(({ key }) => key === entry.key)
      ? []
      : [
          {
            section,
            path: pathOf(entry),
            label: entryInWords(before.form, list, { entry, index }),
            kind: 'removed',
            before: lineOf(list.columns, entry, before.words),
            after: '',
          },
        ],
  );
  return [...kept, ...gone, ...orderDifferences(at, before, after)];
};

/** Differences between two forms, field by field, in the order of the form; dictionary words by `labelOf`. */
export const differencesOf = (
  before: ProjectForm,
  after: ProjectForm,
  labelOf: LabelOf = (_dict, value) => value,
): Difference[] => {
  const [was, is] = [before, after].map((form) => ({ form, words: wordsOf(form, labelOf) })) as [Side, Side];
  return (Object.keys(formSections) as FormSection[]).flatMap((section) => {
    const { fields, lists } = tableOf(section);
    const own = fieldDifferences(
      fields,
      { values: valuesOf(before, section), words: was.words },
      { values: valuesOf(after, section), words: is.words },
    ).map(({ name, ...rest }) => ({ section, path: `${section}.${name}`, ...rest }));
    return [
      ...own,
      ...Object.entries(lists).flatMap(([name, list]) => entryDifferences({ section, name, list }, was, is)),
    ];
  });
};
