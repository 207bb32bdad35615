import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { Form, Input, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { DeptIdSelect } from '../../pickers/DeptSelect.tsx';

const schema = deptApi.create.body;

/** `id` is the department itself, which cannot be its own parent. */
export default function DeptFields({ id }: { id: number | undefined }) {
  return (
    <>
      <Form.Item name="pid" label="上级部门" extra="不选则为顶级部门">
        <DeptIdSelect without={id} />
      </Form.Item>
      <Field schema={schema} name="name" label="部门名称">
        <Input maxLength={100} />
      </Field>
      <Field schema={schema} name="deptSort" label="排序" extra="小的在前">
        <NumberInput min={0} max={99999} precision={0} />
      </Field>
      <Field schema={schema} name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
