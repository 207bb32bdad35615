import { holidayApi, type Holiday } from '@zhiping/shared/contracts/holiday.ts';
import { dayKinds } from '@zhiping/shared/rules/holiday/working-days.ts';
import { Input, Radio } from 'antd';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { Field } from '../../kit/form/Field.tsx';

const schema = holidayApi.create.body;
const kinds = Object.entries(dayKinds).map(([value, label]) => ({ value, label }));

export default function HolidayFields({ correction }: { correction: Holiday | undefined }) {
  return (
    <>
      {!correction && (
        <>
          <Field schema={schema} name="day" label="日期">
            <DayInput />
          </Field>
          <Field schema={schema} name="toDay" label="结束日期" extra="只更正一天时留空，一次最多 31 天">
            <DayInput />
          </Field>
        </>
      )}
      <Field schema={schema} name="kind" label="更正为" emptyMessage="请选择放假或上班">
        <Radio.Group options={kinds} />
      </Field>
      <Field schema={schema} name="name" label="名称" extra="如：国庆节、国庆节调休、校庆">
        <Input maxLength={30} />
      </Field>
      <Field schema={schema} name="remark" label="备注" extra="依据的文件，便于日后核对">
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Field>
    </>
  );
}
