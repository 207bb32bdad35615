import { Input, Select } from 'antd';
import { integrityApi, type IntegrityRow } from '@zhiping/shared/contracts/integrity.ts';
import { integrityRoles } from '@zhiping/shared/rules/integrity/roles.ts';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { Field } from '../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../kit/form/GroupedNumberInput.tsx';

const roles = Object.entries(integrityRoles).map(([value, label]) => ({ value, label }));
const schema = integrityApi.create.body;

/** The person of a record cannot be changed: a record of the wrong person is revoked instead. */
export default function IntegrityFields({ row }: { row: IntegrityRow | undefined }) {
  return (
    <>
      {row === undefined && (
        <>
          <Field schema={schema} name="name" label="姓名">
            <Input maxLength={50} />
          </Field>
          <Field
            schema={schema}
            name="idCard"
            label="身份证号码"
            extra="按身份证号码认人，保存后只显示首尾几位"
          >
            <GroupedNumberInput autoComplete="off" />
          </Field>
          <Field
            schema={schema}
            name="role"
            label="身份"
            extra="申报人在记录期内不能提交申报；评审专家经他人复核后移出专家库，记录期内不能启用，也不会被抽取；工作人员的账号请另行停用"
          >
            <Select options={roles} />
          </Field>
        </>
      )}
      <Field schema={schema} name="since" label="记录起始日" extra="自该日起三年内有效">
        <DayInput />
      </Field>
      <Field schema={schema} name="reason" label="违规情形">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
      <Field schema={schema} name="basis" label="认定依据" extra="认定的文件、文号或会议">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </>
  );
}
