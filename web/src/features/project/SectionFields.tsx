import { entriesOf, type FormSection, tableOf, valuesOf } from '@zhiping/shared/rules/project-form/form.ts';
import { EntryList } from './EntryList.tsx';
import { useFormWork } from './form-context.ts';
import { FormFields } from './FormFields.tsx';

/** Lists that people keep in a spreadsheet already. */
const pastable = ['research', 'teaching', 'employment'];

/** One part of the form: its fields, and its lists of entries. */
export const SectionFields = ({ section }: { section: FormSection }) => {
  const { form } = useFormWork();
  const { fields, lists } = tableOf(section);
  const values = valuesOf(form, section);
  return (
    <>
      {Object.keys(fields).length > 0 && <FormFields at={section} fields={fields} values={values} />}
      {Object.entries(lists).map(([name, list]) => (
        <EntryList
          key={name}
          at={`${section}.${name}`}
          list={list}
          entries={entriesOf(values, name)}
          canPaste={pastable.includes(section)}
        />
      ))}
    </>
  );
};
