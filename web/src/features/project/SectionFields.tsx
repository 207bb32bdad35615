import {
  entriesOf,
  type Entry,
  type FormSection,
  tableOf,
  valuesOf,
} from '@zhiping/shared/rules/project-form/form.ts';
import type { ReactNode } from 'react';
import { EntryList } from './EntryList.tsx';
import { useFormWork } from './form-context.ts';
import { FormFields } from './FormFields.tsx';
import { MaterialGroup } from './MaterialGroup.tsx';

/** Lists that applicants often have in a spreadsheet. */
const pastable = ['research', 'teaching', 'employment'];

/** Materials of an entry: proofs with what they prove, full texts with the chosen work. */
const materialsIn: Partial<Record<FormSection, (entry: Entry) => ReactNode>> = {
  research: ({ key }) => (
    <MaterialGroup label="证明材料" place={{ type: 'research', entryKey: key, proof: null }} />
  ),
  teaching: ({ key }) => (
    <MaterialGroup label="证明材料" place={{ type: 'teaching', entryKey: key, proof: null }} />
  ),
  works: ({ entry }) =>
    typeof entry === 'string' ? (
      <MaterialGroup
        label="代表作全文"
        place={{ type: 'representativeWork', entryKey: entry, proof: null }}
        least={1}
      />
    ) : null,
};

/** Hints for parts in which the list alone is not clear. */
const hints: Partial<Record<FormSection, string>> = {
  works: '从「科研」中已填写的成果里选择，说明本人的创新与贡献，并上传每篇的全文。',
  recusals: '可以申请某位专家或某个单位不评审您的材料，最多 3 个，须写明理由。只有评审办能看到。',
};

/** One part of the form: its fields and its lists of entries. */
export const SectionFields = ({ section }: { section: FormSection }) => {
  const { form } = useFormWork();
  const { fields, lists } = tableOf(section);
  const values = valuesOf(form, section);
  return (
    <>
      {hints[section] && <p className="soft">{hints[section]}</p>}
      {Object.keys(fields).length > 0 && <FormFields at={section} fields={fields} values={values} />}
      {Object.entries(lists).map(([name, list]) => (
        <EntryList
          key={name}
          at={`${section}.${name}`}
          list={list}
          entries={entriesOf(values, name)}
          isOnly={Object.keys(lists).length === 1 && Object.keys(fields).length === 0}
          canPaste={pastable.includes(section)}
          filesOf={materialsIn[section]}
        />
      ))}
    </>
  );
};
