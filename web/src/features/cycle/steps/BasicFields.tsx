import { appointModes, CycleBasic as schema } from '@zhiping/shared/contracts/cycle.ts';
import { Form, Input, Radio } from 'antd';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';

const modes = Object.entries(appointModes).map(([value, label]) => ({ value, label }));
const blindness = [
  { value: true, label: '匿名评审' },
  { value: false, label: '实名评审' },
];

const mapping = [
  { value: true, label: '查看对应须经第二人同意' },
  { value: false, label: '评审办可以直接查看' },
];

const downloads = [
  { value: false, label: '只能在线阅读' },
  { value: true, label: '可以下载，每页加水印' },
];

const sharing = [
  { value: false, label: '互不可见' },
  { value: true, label: '公布结果后可以看匿名意见' },
];

export const BasicFields = () => (
  <>
    <Field schema={schema} name="name" label="批次名称">
      <Input maxLength={100} placeholder="如 2026 年度高等学校教师系列高级职称评审" />
    </Field>
    <Field schema={schema} name="year" label="年度">
      <NumberInput min={2000} max={2100} precision={0} />
    </Field>
    <Field schema={schema} name="organiser" label="组建单位" extra="组建评审委员会的单位，印在各类表上">
      <Input maxLength={100} />
    </Field>
    <Field schema={schema} name="committee" label="评委会名称">
      <Input maxLength={100} />
    </Field>
    <Field
      schema={schema}
      name="officePhone"
      label="联系电话"
      extra="专家在评审页看到，需要延期或材料打不开时联系"
    >
      <Input maxLength={60} placeholder="如 010-66096114（王老师）" />
    </Field>
    <Field schema={schema} name="filedDay" label="备案日期" extra="评委会须在备案有效期内">
      <DayInput />
    </Field>
    <Field schema={schema} name="filingNo" label="备案文号">
      <Input maxLength={50} />
    </Field>
    <Field schema={schema} name="appointMode" label="评聘方式">
      <Radio.Group options={modes} />
    </Field>
    <Field
      schema={schema}
      name="blind"
      label="专家评审"
      extra="匿名评审时，专家看不到申报人的姓名和单位；实名评审时看得到。专家的姓名都不公开"
    >
      <Radio.Group options={blindness} />
    </Field>
    <Form.Item noStyle dependencies={['blind']}>
      {({ getFieldValue }) =>
        getFieldValue('blind') === true && (
          <Field
            schema={schema}
            name="mappingConsent"
            label="专家与材料"
            extra="送审后、公布结果前，评审办看不到哪位专家评哪份材料；申请后经另一位工作人员同意，可以查看 2 小时"
          >
            <Radio.Group options={mapping} />
          </Field>
        )
      }
    </Form.Item>
    <Field
      schema={schema}
      name="materialDownload"
      label="送审材料"
      extra="水印是下载人的姓名、袋号和时间；每次下载都有记录"
    >
      <Radio.Group options={downloads} />
    </Field>
    <Field
      schema={schema}
      name="shareOpinions"
      label="专家之间"
      extra="交了意见的专家看同一份材料的其他意见，不含专家姓名和时间，次序随机"
    >
      <Radio.Group options={sharing} />
    </Field>
  </>
);
