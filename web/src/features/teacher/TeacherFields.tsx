import { Gender } from '@zhiping/shared/contracts/account.ts';
import { TeacherCreate, TeacherUpdate, type Teacher } from '@zhiping/shared/contracts/teacher.ts';
import { Input, Radio, Switch } from 'antd';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { Field } from '../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../kit/form/GroupedNumberInput.tsx';
import { useUser } from '../../lib/session-store.ts';
import { DictSelect } from '../../pickers/DictSelect.tsx';
import { SchoolSelect } from '../../pickers/SchoolSelect.tsx';
import { SubjectInput } from './SubjectInput.tsx';

export default function TeacherFields({ teacher }: { teacher: Teacher | undefined }) {
  const schema = teacher ? TeacherUpdate : TeacherCreate;
  const { dataScopes } = useUser();
  return (
    <>
      <Field schema={schema} name="name" label="姓名">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field schema={schema} name="staffNo" label="工号">
        <Input maxLength={30} autoComplete="off" />
      </Field>
      <Field
        schema={schema}
        name="idCard"
        label="身份证号码"
        extra={teacher && `已登记 ${teacher.idCard}，不改请留空`}
      >
        <GroupedNumberInput autoComplete="off" />
      </Field>
      <Field schema={schema} name="gender" label="性别" extra={!teacher && '不选则由身份证号码得出'}>
        <Radio.Group options={Gender.options} />
      </Field>
      <Field schema={schema} name="type" label="类别" emptyMessage="请选择类别">
        <DictSelect dict="teacher_type" />
      </Field>
      <Field schema={schema} name="schoolId" label="学校" emptyMessage="请选择学校">
        <SchoolSelect among={dataScopes} />
      </Field>
      <Field schema={schema} name="titleSeries" label="职称系列">
        <DictSelect dict="title_series" allowClear />
      </Field>
      <Field schema={schema} name="titleLevel" label="职称层级">
        <DictSelect dict="title_level" allowClear />
      </Field>
      <Field schema={schema} name="titleName" label="职称名称">
        <Input maxLength={50} autoComplete="off" placeholder="如 教授、实验师" />
      </Field>
      <Field schema={schema} name="subject" label="学科专业">
        <SubjectInput />
      </Field>
      <Field schema={schema} name="phone" label="手机号码">
        <GroupedNumberInput inputMode="tel" autoComplete="off" />
      </Field>
      <Field schema={schema} name="email" label="邮箱">
        <Input inputMode="email" maxLength={100} autoComplete="off" />
      </Field>
      <Field schema={schema} name="entryDate" label="入职日期" validateTrigger="onBlur">
        <DayInput />
      </Field>
      <Field schema={schema} name="enabled" label="启用" required={false} valuePropName="checked">
        <Switch />
      </Field>
      <Field schema={schema} name="note" label="备注">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </>
  );
}
