import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';

const schema = dictApi.create.body;

export default function DictFields() {
  return (
    <>
      <Field schema={schema} name="name" label="字典名称" extra="程序用的名称，只含字母、数字和下划线">
        <Input maxLength={50} />
      </Field>
      <Field schema={schema} name="description" label="描述">
        <Input maxLength={200} />
      </Field>
    </>
  );
}
