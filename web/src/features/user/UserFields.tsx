import { useQuery } from '@tanstack/react-query';
import { Gender } from '@zhiping/shared/contracts/account.ts';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { roleApi } from '@zhiping/shared/contracts/role.ts';
import { UserWrite } from '@zhiping/shared/contracts/user.ts';
import { Input, Radio, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../kit/form/GroupedNumberInput.tsx';
import { ReferencesSelect } from '../../kit/form/ReferencesSelect.tsx';
import { reading } from '../../lib/query-client.ts';
import { DeptSelect } from '../../pickers/DeptSelect.tsx';

const MAX_JOBS = 1000;

export default function UserFields({ isNew }: { isNew: boolean }) {
  const { data: roles } = useQuery(reading(roleApi.all));
  const { data: jobs } = useQuery(reading(jobApi.list, { query: { size: MAX_JOBS, enabled: true } }));
  return (
    <>
      <Field
        schema={UserWrite}
        name="username"
        label="用户名"
        emptyMessage="请输入用户名"
        extra={isNew && '首次登录使用系统的初始密码，并须修改'}
      >
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field schema={UserWrite} name="nickName" label="昵称">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field schema={UserWrite} name="gender" label="性别">
        <Radio.Group options={Gender.options} />
      </Field>
      <Field schema={UserWrite} name="phone" label="手机号码" emptyMessage="请输入手机号码">
        <GroupedNumberInput inputMode="tel" autoComplete="off" />
      </Field>
      <Field schema={UserWrite} name="email" label="邮箱">
        <Input inputMode="email" maxLength={100} autoComplete="off" />
      </Field>
      <Field schema={UserWrite} name="dept" label="部门" emptyMessage="请选择部门">
        <DeptSelect />
      </Field>
      <Field
        schema={UserWrite}
        name="roles"
        label="角色"
        emptyMessage="请选择角色"
        extra="只列出您可以授予的角色"
      >
        <ReferencesSelect options={roles} />
      </Field>
      <Field schema={UserWrite} name="jobs" label="岗位">
        <ReferencesSelect options={jobs?.content} />
      </Field>
      <Field schema={UserWrite} name="enabled" label="启用" required={false} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
