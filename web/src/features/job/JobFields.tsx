import { Input, Switch } from 'antd';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';

const schema = jobApi.create.body;

export default function JobFields() {
  return (
    <>
      <Field schema={schema} name="name" label="岗位名称">
        <Input maxLength={50} />
      </Field>
      <Field schema={schema} name="jobSort" label="排序" extra="小的在前">
        <NumberInput min={0} max={99999} precision={0} />
      </Field>
      <Field schema={schema} name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
