import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { Input, Select, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { useUser } from '../../lib/session-store.ts';
import { DeptIdSelect, SchoolNodeSelect } from '../../pickers/DeptSelect.tsx';
import { provinces, schoolLevels } from './school-options.ts';

const schema = schoolApi.create.body;

/** `id` is the school itself, which cannot be its own parent. */
export default function SchoolFields({ id }: { id: number | undefined }) {
  const isOfficer = useUser().dataScopes !== null;
  return (
    <>
      <Field
        schema={schema}
        name="pid"
        label="上级"
        emptyMessage="请选择上级"
        extra="高等学校、直属及其他单位，或它所属的学校"
      >
        <SchoolNodeSelect without={id} />
      </Field>
      <Field schema={schema} name="name" label={isOfficer ? '单位名称' : '学校名称'}>
        <Input maxLength={100} />
      </Field>
      <Field schema={schema} name="code" label="学校标识码" extra="教育部公布的 10 位代码，下属单位可以不填">
        <Input maxLength={20} />
      </Field>
      <Field schema={schema} name="province" label="省份">
        <Select options={provinces} allowClear showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field schema={schema} name="city" label="所在地">
        <Input maxLength={50} />
      </Field>
      <Field schema={schema} name="level" label="办学层次">
        <Select options={schoolLevels} allowClear />
      </Field>
      <Field schema={schema} name="department" label="主管部门">
        <Input maxLength={100} />
      </Field>
      {!isOfficer && (
        <Field
          schema={schema}
          name="bodyId"
          label="审核主管部门"
          extra="批次设有主管部门审核时，由这个部门的职称管理员审核本校报送的申报"
        >
          <DeptIdSelect />
        </Field>
      )}
      <Field schema={schema} name="note" label="备注">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
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
