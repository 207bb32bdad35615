import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { Form, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';

const schema = dictApi.createDetail.body;

export default function DetailFields() {
  return (
    <>
      {/* Hidden field: the dictionary that the entry belongs to is sent with the rest. */}
      <Form.Item name="dict" hidden>
        <input type="hidden" />
      </Form.Item>
      <Field schema={schema} name="label" label="字典标签" extra="给人看的文字">
        <Input maxLength={100} />
      </Field>
      <Field schema={schema} name="value" label="字典值" extra="存进数据的值，使用后不能修改">
        <Input maxLength={100} />
      </Field>
      <Field schema={schema} name="dictSort" label="排序" extra="小的在前">
        <NumberInput min={0} max={99999} precision={0} />
      </Field>
    </>
  );
}
