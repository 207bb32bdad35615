import { Button, Form, Input } from 'antd';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { passwordProblems } from '@zhiping/shared/rules/auth/password.ts';
import { useEffect, useState } from 'react';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { PasswordRules } from '../../kit/form/PasswordRules.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshUser } from '../../lib/refresh-user.ts';
import { encryptAll, preloadRsa } from '../../lib/rsa.ts';
import { useUser } from '../../lib/session-store.ts';

type Values = { oldPass: string; newPass: string; repeated: string };

/** An antd rule from a function that returns the problem of a value: antd expects a rejection. */
const refuse = (problemOf: (value: string) => string | undefined) => ({
  validator: async (_rule: unknown, value = '') => {
    const problem = problemOf(value);
    if (problem) throw new Error(problem);
  },
});

export const PasswordForm = () => {
  const { username } = useUser().user;
  const [form] = Form.useForm<Values>();
  const [typed, setTyped] = useState('');
  useEffect(() => void preloadRsa(), []);

  const { submit, isSending, problem } = useSubmit(form, async ({ oldPass, newPass }) => {
    const [oldCipher, newCipher] = await encryptAll([oldPass, newPass]);
    const body = { oldPass: oldCipher!, newPass: newCipher! };
    await call(accountApi.changePassword, { body, quiet: true });
    form.resetFields();
    setTyped('');
    notify.success('密码已修改，其他设备上的登录已退出');
    await refreshUser();
  });

  return (
    <Form form={form} layout="vertical" scrollToFirstError={{ focus: true }} onFinish={submit}>
      {/* Password managers need the user name of the account whose password changes. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <Form.Item name="oldPass" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPass"
        label="新密码"
        dependencies={['oldPass']}
        required
        extra={<PasswordRules password={typed} username={username} />}
        rules={[
          refuse((value) => (value === '' ? '请输入新密码' : passwordProblems(value, username)[0])),
          refuse((value) =>
            value !== '' && value === form.getFieldValue('oldPass') ? '新密码不能与原密码相同' : undefined,
          ),
        ]}
      >
        <Input.Password autoComplete="new-password" onChange={({ target }) => setTyped(target.value)} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label="确认密码"
        dependencies={['newPass']}
        required
        rules={[
          refuse((value) => {
            if (value === '') return '请再次输入新密码';
            return value === form.getFieldValue('newPass') ? undefined : '两次输入的新密码不一致';
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <FormProblem text={problem} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        修改密码
      </Button>
    </Form>
  );
};
