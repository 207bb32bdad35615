import { dataScopes, roleApi } from '@zhiping/shared/contracts/role.ts';
import { Form, Input, Select } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { DeptsSelect } from '../../pickers/DeptSelect.tsx';

const schema = roleApi.create.body;
const scopes = dataScopes.map((value) => ({ value, label: value }));

export default function RoleFields({ ownLevel }: { ownLevel: number }) {
  const scope: unknown = Form.useWatch('dataScope');
  return (
    <>
      <Field schema={schema} name="name" label="角色名称">
        <Input maxLength={50} />
      </Field>
      <Field
        schema={schema}
        name="level"
        label="级别"
        extra={`数字越小级别越高，不能高于您的级别 ${ownLevel}`}
      >
        <NumberInput min={ownLevel} max={99} precision={0} />
      </Field>
      <Field schema={schema} name="dataScope" label="数据范围">
        <Select options={scopes} />
      </Field>
      {scope === '自定义' && (
        <Field
          schema={schema}
          name="depts"
          label="范围部门"
          extra="每个部门连同其启用的下级；不选则看不到任何数据"
        >
          <DeptsSelect />
        </Field>
      )}
      <Field schema={schema} name="description" label="描述">
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Field>
    </>
  );
}
