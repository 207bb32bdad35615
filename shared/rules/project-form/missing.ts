import { isBlank } from '../text/blank-text.ts';
import { type Section, sections } from '../review-rule/facts.ts';
import { entryConflicts } from './entry-conflicts.ts';
import type { Field } from './fields.ts';
import {
  entriesOf,
  type FormSection,
  formSections,
  possibleWorks,
  type ProjectForm,
  type SectionTable,
  tableOf,
  valuesOf,
} from './form.ts';

/** Something that is missing or wrong, with the path of its field: `statement.text`, `research.papers.<key>.year`. */
export type FormProblem = { section: Section; path: string; message: string };

const isOpen = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0);

const isChosen = (field: Field<unknown>) =>
  ['choice', 'dict', 'subjects', 'entry'].includes(field.input.kind);

/** Problem of one field, or null. */
export const fieldProblem = (field: Field<unknown>, value: unknown): string | null => {
  if (!isOpen(value)) return field.problem(value);
  if (!field.required) return null;
  return `请${isChosen(field) ? '选择' : '填写'}${field.label}`;
};

const problemsOfFields = (
  fields: SectionTable['fields'],
  values: Record<string, unknown>,
): { name: string; message: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const message = fieldProblem(field, values[name]);
    return message ? [{ name, message }] : [];
  });

const problemsOfSection = (form: ProjectForm, section: FormSection): FormProblem[] => {
  const { fields, lists } = tableOf(section);
  const values = valuesOf(form, section);
  return [
    ...problemsOfFields(fields, values).map(({ name, message }) => ({
      section,
      path: `${section}.${name}`,
      message,
    })),
    ...Object.entries(lists).flatMap(([name, { noun, columns }]) =>
      entriesOf(values, name).flatMap((row, index) =>
        [...problemsOfFields(columns, row), ...entryConflicts(row)].map((problem) => ({
          section,
          path: `${section}.${name}.${row.key}.${problem.name}`,
          message: `第 ${index + 1} 条${noun}：${problem.message}`,
        })),
      ),
    ),
  ];
};

/** Whether a section is empty. Values that a new project starts with count as content. */
export const isEmptySection = (form: ProjectForm, section: FormSection): boolean =>
  Object.values(valuesOf(form, section)).every(isOpen);

/** Of these sections a list must have an entry: in any of their lists. */
const leastOne: Partial<Record<FormSection, string>> = {
  education: 'degrees',
  employment: 'posts',
  assessment: 'years',
  teaching: 'courses',
  research: 'papers',
  recusals: 'requests',
};

const lacksEntries = (form: ProjectForm, section: FormSection): FormProblem[] => {
  const first = leastOne[section];
  if (first === undefined) return [];
  const { lists } = tableOf(section);
  const values = valuesOf(form, section);
  if (Object.keys(lists).some((name) => entriesOf(values, name).length > 0)) return [];
  return [{ section, path: `${section}.${first}`, message: `${sections[section]}至少填写一条` }];
};

const needsReason = ['exceptional', 'direct', 'transfer'];

/** Checks across several fields. */
const together: readonly ((form: ProjectForm) => FormProblem[])[] = [
  ({ basic }) => {
    const open = basic.presentLevel === null || !isOpen(basic.presentSince);
    return open ? [] : [{ section: 'basic', path: 'basic.presentSince', message: '请填写取得现职称时间' }];
  },
  ({ basic }) =>
    basic.presentLevel === null || !isOpen(basic.presentName)
      ? []
      : [{ section: 'basic', path: 'basic.presentName', message: '请填写现职称名称' }],
  ({ target }) =>
    needsReason.includes(target.kind ?? '') && isOpen(target.reason)
      ? [{ section: 'target', path: 'target.reason', message: '请填写破格、转评或直接申报的理由' }]
      : [],
  ({ assessment }) =>
    assessment.discipline === 'inForce' && isOpen(assessment.disciplineUntil)
      ? [{ section: 'assessment', path: 'assessment.disciplineUntil', message: '请填写处分影响期至哪一天' }]
      : [],
  (form) => {
    const keys = new Set(possibleWorks(form).map(({ entry }) => entry.key));
    return form.works.works.flatMap(({ key, entry }, index): FormProblem[] => {
      const path = `works.works.${key}.entry`;
      const message = `第 ${index + 1} 篇代表作`;
      if (isOpen(entry)) return [];
      if (!keys.has(entry!))
        return [{ section: 'works', path, message: `${message}：所选成果已删除，请重选` }];
      const isTwice = form.works.works.findIndex((one) => one.entry === entry) < index;
      return isTwice ? [{ section: 'works', path, message: `${message}：与前面的重复` }] : [];
    });
  },
];

/**
 * Missing or wrong parts of a form, in its order. Sections that the cycle does not require may be empty, but not half
 * filled.
 */
export const missingInForm = (form: ProjectForm, required: readonly Section[]): FormProblem[] => {
  const asked = (Object.keys(formSections) as FormSection[]).filter(
    (section) => required.includes(section) || !isEmptySection(form, section),
  );
  const between = together.flatMap((find) => find(form));
  return asked.flatMap((section) => {
    const lacking = required.includes(section) ? lacksEntries(form, section) : [];
    return [
      ...lacking,
      ...problemsOfSection(form, section),
      ...between.filter((problem) => problem.section === section),
    ];
  });
};
