import { Gender } from '@zhiping/shared/contracts/account.ts';
import type { Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { ExpertCreate, ExpertUpdate } from '@zhiping/shared/contracts/expert-write.ts';
import { Input, Radio, Switch } from 'antd';
import { Field } from '../../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../../kit/form/GroupedNumberInput.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { useUser } from '../../../lib/session-store.ts';
import { DictSelect } from '../../../pickers/DictSelect.tsx';
import { SchoolSelect } from '../../../pickers/SchoolSelect.tsx';
import '../own-profile/confirmation.css';
import { SubjectsEditor } from '../SubjectsEditor.tsx';

/** The data of an expert that the office or a school enters; the expert completes it at the confirmation. */
export default function ExpertFields({ expert }: { expert: Expert | undefined }) {
  const schema = expert ? ExpertUpdate : ExpertCreate;
  const { dataScopes, abilities } = useUser();
  return (
    <>
      <Field schema={schema} name="name" label="姓名">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field
        schema={schema}
        name="idCard"
        label="身份证号码"
        extra={expert?.idCard ? `已登记 ${expert.idCard}，不改请留空` : '出生日期由号码得出'}
      >
        <GroupedNumberInput autoComplete="off" />
      </Field>
      <Field schema={schema} name="gender" label="性别" extra={!expert && '不选则由身份证号码得出'}>
        <Radio.Group options={Gender.options} />
      </Field>
      <Field
        schema={schema}
        name="phone"
        label="手机号码"
        emptyMessage="请输入手机号码"
        extra="首次登录的验证码发到这个号码"
      >
        <GroupedNumberInput inputMode="tel" autoComplete="off" />
      </Field>
      <Field schema={schema} name="email" label="邮箱">
        <Input inputMode="email" maxLength={100} autoComplete="off" />
      </Field>
      <Field schema={schema} name="schoolId" label="单位" emptyMessage="请选择单位">
        <SchoolSelect among={dataScopes} />
      </Field>
      <Field schema={schema} name="department" label="院系部门">
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field schema={schema} name="titleSeries" label="职称系列">
        <DictSelect dict="title_series" allowClear />
      </Field>
      <Field schema={schema} name="titleLevel" label="职称层级">
        <DictSelect dict="title_level" allowClear />
      </Field>
      <Field schema={schema} name="titleName" label="职称名称">
        <Input maxLength={50} autoComplete="off" placeholder="如 教授、高级工程师" />
      </Field>
      <Field schema={schema} name="subjects" label="学科专业">
        <SubjectsEditor />
      </Field>
      <Field schema={schema} name="retired" label="已退休" required={false} valuePropName="checked">
        <Switch />
      </Field>
      {abilities.seeGrades && (
        <>
          <Field schema={schema} name="maxLoad" label="最大承担量" extra="同时承担的评审份数，不填为不限">
            <NumberInput min={0} max={200} precision={0} />
          </Field>
          <Field schema={schema} name="note" label="备注" extra="只有评审办看得到">
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Field>
        </>
      )}
    </>
  );
}
