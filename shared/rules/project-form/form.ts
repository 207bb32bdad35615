import { z } from 'zod';
import type { Section } from '../review-rule/facts.ts';
import type { Field, List } from './fields.ts';
import { assessment, basic, education, employment, target } from './person-sections.ts';
import { recusals, research, statement, teaching, works } from './work-sections.ts';

/**
 * The project form (申报表) as one table: storage, requirements, display, print and comparison follow from it. Materials
 * of the project are not part of it.
 */
export const formSections = {
  basic,
  target,
  education,
  employment,
  assessment,
  teaching,
  research,
  works,
  statement,
  recusals,
} as const;
export type FormSection = keyof typeof formSections;

type Fields = Readonly<Record<string, Field<unknown>>>;
export type SectionTable = { fields: Fields; lists: Readonly<Record<string, List<Fields>>> };

type ValueOf<F> = F extends Field<infer V> ? V | null : never;
type ValuesOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> };
type EntryOf<L> = L extends List<infer C> ? { key: string } & ValuesOf<C> : never;
type SectionOf<S extends SectionTable> = ValuesOf<S['fields']> & {
  -readonly [K in keyof S['lists']]: EntryOf<S['lists'][K]>[];
};

/** Everything that an applicant fills in. What is still open is null; a list without entries is empty. */
export type ProjectForm = { -readonly [K in FormSection]: SectionOf<(typeof formSections)[K]> };

/** An entry, whatever its list is. */
export type Entry = { key: string } & Record<string, unknown>;
/** A section as its table reads it, where it does not matter which one it is. */
export type SectionValues = Record<string, unknown>;

export const tableOf = (section: FormSection): SectionTable => formSections[section];
export const valuesOf = (form: ProjectForm, section: FormSection) => form[section] as SectionValues;
export const entriesOf = (values: SectionValues, name: string) => (values[name] ?? []) as Entry[];

const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));

/** Made by the page; letters and digits so that it can stand in a path and an id. */
const EntryKey = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '条目编号的格式不正确');

const listSchema = ({ noun, most, columns }: List<Fields>) =>
  z
    .array(z.object({ key: EntryKey, ...shapeOf(columns) }))
    .max(most, `${noun}最多 ${most} 条`)
    .refine((rows) => new Set(rows.map(({ key }) => key)).size === rows.length, '条目编号重复')
    .default([]);

const sectionSchema = ({ fields, lists }: SectionTable) =>
  z
    .object({
      ...shapeOf(fields),
      ...Object.fromEntries(Object.entries(lists).map(([name, one]) => [name, listSchema(one)])),
    })
    .prefault({});

/**
 * A form as it is stored, however unfinished. Fields that it does not know are dropped and missing ones are open, so
 * that what an earlier version of the product stored is still read. The cast: the shapes are built from the tables, as
 * the type is.
 */
export const ProjectForm = z.object(
  Object.fromEntries(Object.entries(formSections).map(([section, table]) => [section, sectionSchema(table)])),
) as unknown as z.ZodType<ProjectForm>;

export const emptyForm = (): ProjectForm => ProjectForm.parse({});

/** Lists of 科研 whose entries may be representative works. */
export const workLists = ['papers', 'books', 'projects', 'awards', 'patents', 'others'] as const;

export type Work = { list: (typeof workLists)[number]; entry: Entry & { title: string | null } };

/** Works that can be chosen as representative works. */
export const possibleWorks = ({ research }: ProjectForm): Work[] =>
  workLists.flatMap((name) => (research[name] as Work['entry'][]).map((one) => ({ list: name, entry: one })));

/** Sections of the form and the materials, in their order. */
export const isFormSection = (section: Section): section is FormSection => section !== 'attachments';
