import { passwordRules } from '@zhiping/shared/rules/auth/password.ts';
import './password-rules.css';

/**
 * The password rules, each ticked when the typed password meets it; the server checks the same rules. Uses no antd,
 * because the page before the login does not load it.
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
