import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { passwordProblems } from '@zhiping/shared/rules/auth/password.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, call } from '../../lib/api.ts';
import { LOGIN_PATH } from '../../lib/paths.ts';
import { encryptAll } from '../../lib/rsa.ts';
import { rememberedUsername, startSession } from '../../lib/session-store.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { keptCredentials, forgetCredentials } from './kept-credentials.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { ErrorSummary, type Problem } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PasswordRules } from '../../kit/form/PasswordRules.tsx';
import { PhoneCodeStep } from './PhoneCodeStep.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useSubmit } from './use-submit.ts';

type Props = {
  /** The SMS code replaces the old password. */
  isForgotten?: boolean;
};

type Form = { username: string; oldPass: string; newPass: string; repeated: string; pinCode: string };

const problemsOf = (
  { username, oldPass, newPass, repeated, pinCode }: Form,
  { code, isForgotten, asksSms }: { code: string; isForgotten: boolean; asksSms: boolean },
): Problem[] => {
  const refused = newPass === '' ? ['请输入新密码'] : passwordProblems(newPass, username.trim());
  const checks = [
    username.trim() === '' && { field: 'username', text: '请输入用户名' },
    !isForgotten && oldPass === '' && { field: 'oldPass', text: '请输入原密码' },
    code.trim() === '' && { field: 'code', text: '请输入验证码' },
    ...refused.map((text) => ({ field: 'newPass', text })),
    !isForgotten &&
      newPass !== '' &&
      newPass === oldPass && { field: 'newPass', text: '新密码不能与原密码相同' },
    repeated !== newPass && { field: 'repeated', text: '两次输入的新密码不一致' },
    asksSms && pinCode.trim() === '' && { field: 'pinCode', text: '请输入短信验证码' },
  ];
  return checks.filter((problem) => problem !== false);
};

/** Whether the SMS code was wrong; the captcha is still valid then. */
const isOfSmsCode = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ field }) => field === 'pinCode');

/** Sets the first own password, or a new one for users who forgot theirs. */
export default function ChangePasswordPage({ isForgotten = false }: Props) {
  const navigate = useNavigate();
  const [typed] = useState(keptCredentials);
  useEffect(() => forgetCredentials, []);
  const [form, setForm] = useState<Form>({
    username: typed?.username ?? rememberedUsername(),
    oldPass: typed?.password ?? '',
    newPass: '',
    repeated: '',
    pinCode: '',
  });
  const captcha = useCaptcha();
  const { isBusy, problems, problemOf, submit, refuse, onInput } = useSubmit();
  const bind = (name: keyof Form) => ({
    name,
    value: form[name],
    problem: problemOf(name),
    onChange: (value: string) => setForm((previous) => ({ ...previous, [name]: value })),
  });

  const change = async () => {
    const [newPass = '', oldPass] = await encryptAll(
      isForgotten ? [form.newPass] : [form.newPass, form.oldPass],
    );
    const { token, user } = await call(authApi.changePassword, {
      body: {
        username: form.username.trim(),
        oldPass,
        newPass,
        code: captcha.code,
        uuid: captcha.image?.uuid ?? '',
        pinCode: form.pinCode.trim() || undefined,
      },
      quiet: true,
    });
    startSession(token, user, false);
    void navigate('/', { replace: true });
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const asksSms = isForgotten || (typed?.hasPhone ?? false);
    const found = problemsOf(form, { code: captcha.code, isForgotten, asksSms });
    if (found.length > 0) refuse(found);
    else void submit(change, (error) => (isForgotten || !isOfSmsCode(error)) && void captcha.renew());
  };

  return (
    <AuthFrame title={isForgotten ? '重设密码' : '首次登录修改密码'}>
      <p className="auth-lead">
        {isForgotten
          ? '评审专家和申报人可凭登记手机的短信验证码重设密码；其他用户请联系系统管理员。'
          : '为了您的账号安全，首次登录需要设置只有您自己知道的密码。'}
      </p>
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        <ErrorSummary problems={problems} />
        <fieldset>
          <legend>1. 身份</legend>
          <Field
            label="用户名"
            autoComplete="username"
            autoCapitalize="off"
            maxLength={100}
            readOnly={typed !== null}
            hint={isForgotten && '申报人的用户名是开通账号时的手机号码'}
            {...bind('username')}
          />
          {!isForgotten && !typed && (
            <PasswordField label="原密码" autoComplete="current-password" {...bind('oldPass')} />
          )}
          <CaptchaField captcha={captcha} problem={problemOf('code')} />
        </fieldset>
        <fieldset>
          <legend>2. 新密码</legend>
          <PasswordField label="新密码" autoComplete="new-password" {...bind('newPass')} />
          <PasswordRules password={form.newPass} username={form.username.trim()} />
          <PasswordField label="再输入一次新密码" autoComplete="new-password" {...bind('repeated')} />
        </fieldset>
        <fieldset>
          <legend>3. 短信验证码</legend>
          <PhoneCodeStep
            username={form.username.trim()}
            mayBeWithout={!isForgotten && typed?.hasPhone !== true}
            code={form.pinCode}
            onCode={bind('pinCode').onChange}
            problem={problemOf('pinCode')}
          />
        </fieldset>
        <button type="submit" className="auth-submit" aria-disabled={isBusy}>
          {isBusy ? '正在提交…' : `${isForgotten ? '重设' : '修改'}密码并登录`}
        </button>
        <p className="auth-back">
          <Link to={LOGIN_PATH}>返回登录</Link>
        </p>
      </form>
    </AuthFrame>
  );
}
