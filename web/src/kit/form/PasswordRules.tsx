import { passwordRules } from '@zhiping/shared/rules/password.ts';
import './password-rules.css';

/**
 * The rules tick while the password is typed; the server holds everybody to the same ones. Free of antd, for the page
 * before the login.
 */
export const PasswordRules = ({ password, username }: { password: string; username: string }) => (
  <ul className="password-rules" aria-label="密码要求">
    {passwordRules.map(({ code, label, test }) => {
      const isMet = password !== '' && test(password, username);
      return (
        <li key={code} data-met={isMet || undefined}>
          <span aria-hidden="true">{isMet ? '✓' : '○'}</span> {label}
          <span className="visually-hidden">{isMet ? '，已满足' : '，未满足'}</span>
        </li>
      );
    })}
  </ul>
);
