import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { SubjectWrite } from '@zhiping/shared/contracts/subject.ts';
import { Form, Input, Switch } from 'antd';
import { useEffect } from 'react';
import { Field } from '../../kit/form/Field.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { DictSelect } from '../../pickers/DictSelect.tsx';
import { useSubjects } from '../../pickers/use-subjects.ts';

const nameFields = {
  subjectCategoryCode: 'subjectCategory',
  professionalCategoryCode: 'professionalCategory',
} as const;
type CodeField = keyof typeof nameFields;

/** Fills in the names of known category codes. */
const useKnownNames = () => {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const { data: subjects } = useSubjects();

  const bringName = (field: CodeField) => {
    const { catalog, [field]: code } = form.getFieldsValue(['catalog', field]);
    const known = subjects?.find((subject) => subject.catalog === catalog && subject[field] === code);
    if (known) form.setFieldValue(nameFields[field], known[nameFields[field]]);
  };

  // The codes come from the selected node of the tree, possibly before the catalogue was loaded.
  const begin = useLatest(() => {
    for (const [code, name] of Object.entries(nameFields))
      if (!form.getFieldValue(name)) bringName(code as CodeField);
  });
  useEffect(() => begin.current(), [subjects, begin]);

  return bringName;
};

export default function SubjectFields({ isNew }: { isNew: boolean }) {
  const bringName = useKnownNames();
  const forAll = isNew ? undefined : '改名时，同一代码下的学科一并改名';
  return (
    <>
      <Field schema={SubjectWrite} name="catalog" label="目录" emptyMessage="请选择目录">
        <DictSelect dict={SUBJECT_CATALOG_DICT} />
      </Field>
      <Field schema={SubjectWrite} name="subjectCategoryCode" label="门类代码" extra="2 位数字">
        <Input maxLength={2} inputMode="numeric" onChange={() => bringName('subjectCategoryCode')} />
      </Field>
      <Field schema={SubjectWrite} name="subjectCategory" label="门类名称" extra={forAll}>
        <Input maxLength={100} />
      </Field>
      <Field
        schema={SubjectWrite}
        name="professionalCategoryCode"
        label="专业类代码"
        extra="4 位数字，以门类代码开头"
      >
        <Input maxLength={4} inputMode="numeric" onChange={() => bringName('professionalCategoryCode')} />
      </Field>
      <Field schema={SubjectWrite} name="professionalCategory" label="专业类名称" extra={forAll}>
        <Input maxLength={100} />
      </Field>
      <Field
        schema={SubjectWrite}
        name="professionalClassCode"
        label="专业代码"
        extra="6 或 7 位数字，可加 T、K、TK；专业类本身就是学科时不填"
      >
        <Input maxLength={9} />
      </Field>
      <Field schema={SubjectWrite} name="professionalClass" label="专业名称">
        <Input maxLength={100} />
      </Field>
      <Field schema={SubjectWrite} name="enabled" label="启用" required={false} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
