import { Button, Form, Input, Radio } from 'antd';
import { accountApi, Gender, ProfileWrite } from '@zhiping/shared/contracts/account.ts';
import type { z } from 'zod';
import { Field } from '../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../kit/form/GroupedNumberInput.tsx';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshUser } from '../../lib/refresh-user.ts';
import { useUser } from '../../lib/session-store.ts';
import { useTabDirty } from '../../lib/tab-context.ts';
import { useState } from 'react';

type Values = Omit<z.output<typeof ProfileWrite>, 'id'>;

export const ProfileForm = () => {
  const { user } = useUser();
  const [form] = Form.useForm<Values>();
  const [isDirty, setDirty] = useState(false);
  useTabDirty(isDirty);

  const { submit, isSending, problem } = useSubmit(form, async (values) => {
    await call(accountApi.saveProfile, { body: { ...values, id: user.id }, quiet: true });
    await refreshUser();
    setDirty(false);
    notify.success('资料已保存');
  });

  return (
    <Form
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={user}
      onFinish={submit}
      onValuesChange={() => setDirty(true)}
    >
      <Field schema={ProfileWrite} name="nickName" label="昵称">
        <Input maxLength={50} autoComplete="name" />
      </Field>
      <Field schema={ProfileWrite} name="gender" label="性别">
        <Radio.Group options={Gender.options} />
      </Field>
      <Field schema={ProfileWrite} name="phone" label="手机号码" extra="用于接收登录和评审通知的短信">
        <GroupedNumberInput inputMode="tel" autoComplete="tel" />
      </Field>
      <FormProblem text={problem} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        保存资料
      </Button>
    </Form>
  );
};
