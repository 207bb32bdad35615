import { Button, Form, Input, Space } from 'antd';
import { accountApi, email } from '@zhiping/shared/contracts/account.ts';
import { useEffect } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { ruleOf } from '../../kit/form/Field.tsx';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { useCountdown } from '../../kit/hooks/use-countdown.ts';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshUser } from '../../lib/refresh-user.ts';
import { encrypt, preloadRsa } from '../../lib/rsa.ts';
import { useUser } from '../../lib/session-store.ts';

type Values = { email: string; code: string; password: string };

export const EmailForm = () => {
  const { user } = useUser();
  const [form] = Form.useForm<Values>();
  const wait = useCountdown('zhiping_email_code');
  useEffect(() => void preloadRsa(), []);

  const sendCode = useAction(async () => {
    const { email: address } = await form.validateFields(['email']);
    const { retryAfter } = await call(accountApi.sendEmailCode, { query: { email: address } });
    wait.start(retryAfter);
    notify.success('验证码已发送，请查收邮件');
  });

  const { submit, isSending, problem } = useSubmit(form, async ({ code, password, ...values }) => {
    const body = { email: values.email, password: await encrypt(password) };
    await call(accountApi.changeEmail, { params: { code }, body, quiet: true });
    form.resetFields();
    notify.success('邮箱已更换');
    await refreshUser();
  });

  return (
    <Form form={form} layout="vertical" scrollToFirstError={{ focus: true }} onFinish={submit}>
      <p>当前邮箱：{user.email ?? '未填写'}</p>
      <Form.Item name="email" label="新邮箱" validateFirst rules={[ruleOf(email)]}>
        <Input inputMode="email" autoComplete="email" maxLength={100} />
      </Form.Item>
      <Form.Item label="验证码" required>
        <Space.Compact block>
          <Form.Item name="code" noStyle rules={[{ required: true, message: '请输入邮件中的验证码' }]}>
            <Input aria-label="验证码" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          {/* Failed checks are shown at the field, failed calls as a notification. */}
          <Button loading={sendCode.isPending} disabled={wait.left > 0} onClick={() => void sendCode.run()}>
            {wait.left > 0 ? `${wait.left} 秒后重发` : '发送验证码'}
          </Button>
        </Space.Compact>
      </Form.Item>
      <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <FormProblem text={problem} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        更换邮箱
      </Button>
    </Form>
  );
};
