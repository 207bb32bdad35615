import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { PASSWORD_DUE } from '@zhiping/shared/rules/auth/sign-in-reasons.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, call } from '../../lib/api.ts';
import { forgetExpiry, takeLogoutReason, wasExpired } from '../../lib/expiry.ts';
import { CHANGE_PASSWORD_PATH, FORGOTTEN_PASSWORD_PATH } from '../../lib/paths.ts';
import { encrypt, preloadRsa } from '../../lib/rsa.ts';
import {
  forgetUsername,
  rememberedUsername,
  rememberUsername,
  startSession,
} from '../../lib/session-store.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { keepCredentials } from './kept-credentials.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { ErrorSummary, focusField } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useSubmit } from './use-submit.ts';

type Props = {
  /** Called when the user starts to type: the time to preload the app behind the login. */
  onTyping: () => Promise<unknown>;
};

export default function LoginPage({ onTyping }: Props) {
  const navigate = useNavigate();
  const [username, setUsername] = useState(rememberedUsername);
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(username !== '');
  const [isExpired] = useState(wasExpired);
  const [failure, setFailure] = useState<string | null>(null);
  const captcha = useCaptcha();
  const note = useRef<HTMLParagraphElement>(null);
  const { isBusy, problems, problemOf, submit, refuse, onInput } = useSubmit();

  useEffect(() => {
    forgetExpiry();
    setFailure((told) => told ?? takeLogoutReason());
  }, []);
  // Users who were redirected here hear the reason first.
  useEffect(() => note.current?.focus(), [failure]);

  const login = async () => {
    const { token, user } = await call(authApi.login, {
      body: {
        username: username.trim(),
        password: await encrypt(password),
        code: captcha.code,
        uuid: captcha.image?.uuid ?? '',
        rememberMe: isRemembered,
      },
      quiet: true,
    });
    if (isRemembered) rememberUsername(user.user.username);
    else forgetUsername();
    // The route guard sees the token and navigates on, to the redirect target if there is one.
    startSession(token, user, isRemembered);
  };

  const onRefused = (error: unknown) => {
    if (error instanceof ApiError && error.code === PASSWORD_DUE) {
      keepCredentials({ username: username.trim(), password, hasPhone: error.phone !== null });
      void navigate(CHANGE_PASSWORD_PATH);
      return;
    }
    void captcha.renew();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing = [
      username.trim() === '' && { field: 'username', text: '请输入用户名' },
      password === '' && { field: 'password', text: '请输入密码' },
      captcha.code.trim() === '' && { field: 'code', text: '请输入验证码' },
    ].filter((problem) => problem !== false);
    if (missing.length > 0) refuse(missing);
    else void submit(login, onRefused);
  };

  const onType = (event: FormEvent) => {
    onInput(event);
    void Promise.allSettled([onTyping(), preloadRsa()]);
  };

  const onChoose = (account: { username: string; password: string }) => {
    setUsername(account.username);
    setPassword(account.password);
    void Promise.allSettled([onTyping(), preloadRsa()]);
    // The captcha is left to type.
    focusField('code');
  };

  return (
    <AuthFrame title="登录">
      <form noValidate onSubmit={onSubmit} onInput={onType}>
        {(isExpired || failure) && problems.length === 0 && (
          <p ref={note} className="auth-expired" role="status" tabIndex={-1}>
            {isExpired ? '当前登录状态已过期，请重新登录！' : failure}
          </p>
        )}
        <ErrorSummary problems={problems} />
        <Field
          label="用户名"
          name="username"
          value={username}
          onChange={setUsername}
          problem={problemOf('username')}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
        />
        <PasswordField
          label="密码"
          name="password"
          value={password}
          onChange={setPassword}
          problem={problemOf('password')}
          autoComplete="current-password"
        />
        <CaptchaField captcha={captcha} problem={problemOf('code')} />
        <label className="auth-check">
          <input
            type="checkbox"
            name="rememberMe"
            checked={isRemembered}
            onChange={(event) => setIsRemembered(event.target.checked)}
          />
          记住我（1 天）
        </label>
        <button type="submit" className="auth-submit" aria-disabled={isBusy}>
          {isBusy ? '正在登录…' : '登录'}
        </button>
        <p className="auth-back">
          <Link to={FORGOTTEN_PASSWORD_PATH}>忘记密码</Link>
        </p>
      </form>
      <DemoAccounts onChoose={onChoose} />
    </AuthFrame>
  );
}
