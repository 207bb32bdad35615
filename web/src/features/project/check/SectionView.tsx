import type { Field, List } from '@zhiping/shared/rules/project-form/fields.ts';
import {
  entriesOf,
  type Entry,
  type FormSection,
  tableOf,
  valuesOf,
} from '@zhiping/shared/rules/project-form/form.ts';
import { isEmptySection } from '@zhiping/shared/rules/project-form/missing.ts';
import { entryInWords, nameOfEntry } from '@zhiping/shared/rules/project-form/places.ts';
import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Tag } from 'antd';
import { useCheck } from './check-context.ts';
import { MaterialList } from './MaterialList.tsx';
import { ReasonAt } from './ReasonAt.tsx';

type Columns = Readonly<Record<string, Field<unknown>>>;

const ChangedTag = ({ path }: { path: string }) => {
  const { differences } = useCheck();
  const found = differences.find((one) => one.path === path);
  if (!found) return null;
  return <Tag color="processing">{found.kind === 'added' ? '新增' : '有改动'}</Tag>;
};

type ValuesProps = {
  at: string;
  fields: Columns;
  values: Readonly<Record<string, unknown>>;
  /** For an entry: its first column is already shown above. */
  isEntry?: boolean;
};

/** Non-empty fields; of a section all fields, so that gaps are visible. */
const Values = ({ at, fields, values, isEntry = false }: ValuesProps) => {
  const { words } = useCheck();
  const shown = Object.entries(fields)
    .map(([name, field]) => ({ name, field, word: words(field, values[name]) }))
    .filter(({ word }, index) => !isEntry || (index > 0 && word !== ''));
  return (
    <dl className={isEntry ? 'check-values check-entry-values' : 'check-values'}>
      {shown.map(({ name, field, word }) => {
        const path = `${at}.${name}`;
        const isWide = field.input.kind === 'longText' || field.input.kind === 'subjects';
        return (
          <div key={name} className={isWide ? 'check-wide' : undefined}>
            <dt>{field.label}</dt>
            <dd>
              {word || <span className="soft">—</span>} <ChangedTag path={path} />
              {!isEntry && <ReasonAt path={path} label={field.label} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/** The key under which the materials of an entry are stored; a representative work uses the entry that it refers to. */
const materialKeyOf = (section: FormSection, entry: Entry) =>
  section === 'works' ? (entry['entry'] as string | null) : entry.key;

const Entries = ({
  section,
  name,
  list,
  entries,
}: {
  section: FormSection;
  name: string;
  list: List<Columns>;
  entries: readonly Entry[];
}) => {
  const { project } = useCheck();
  return (
    <ol className="check-entries">
      {entries.map((entry, index) => {
        const path = `${section}.${name}.${entry.key}`;
        const key = materialKeyOf(section, entry);
        const files = project.materials.filter(
          ({ entryKey, type }) =>
            entryKey !== null &&
            entryKey === key &&
            (type === 'representativeWork') === (section === 'works'),
        );
        return (
          <li key={entry.key}>
            <div className="check-entry-head">
              <strong>
                {nameOfEntry(project.form, list.columns, entry) || `第 ${index + 1} 条${list.noun}`}
              </strong>
              <ChangedTag path={path} />
              <ReasonAt path={path} label={entryInWords(project.form, list, { entry, index })} />
            </div>
            <Values at={path} fields={list.columns} values={entry} isEntry />
            {files.length > 0 && <MaterialList materials={files} />}
          </li>
        );
      })}
    </ol>
  );
};

/** One part of the form, read-only. */
export const SectionView = ({ section }: { section: FormSection }) => {
  const { project } = useCheck();
  const { fields, lists } = tableOf(section);
  const values = valuesOf(project.form, section);
  const isAlone = Object.keys(lists).length === 1 && Object.keys(fields).length === 0;
  return (
    <section className="check-section" id={`check-${section}`} aria-label={sections[section]}>
      <h2>
        {sections[section]}
        {section !== 'recusals' && <ReasonAt path={section} label={`${sections[section]}部分`} />}
      </h2>
      {isEmptySection(project.form, section) ? (
        <p className="soft">没有填写</p>
      ) : (
        <>
          {Object.keys(fields).length > 0 && <Values at={section} fields={fields} values={values} />}
          {Object.entries(lists).map(([name, list]) => {
            const entries = entriesOf(values, name);
            if (entries.length === 0) return null;
            return (
              <div key={name}>
                {!isAlone && <h3>{`${list.title}（${entries.length}）`}</h3>}
                <Entries section={section} name={name} list={list} entries={entries} />
              </div>
            );
          })}
        </>
      )}
    </section>
  );
};
