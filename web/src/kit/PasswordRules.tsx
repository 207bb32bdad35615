import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { passwordRules } from '@zhiping/shared/rules/password.ts';
import './password-rules.css';

/** The rules of a password, ticked while it is typed; told in words as well as in colour. */
export const PasswordRules = ({ password, username }: { password: string; username: string }) => (
  <ul className="password-rules" aria-label="密码要求">
    {passwordRules.map(({ code, label, test }) => {
      const isMet = password !== '' && test(password, username);
      return (
        <li key={code} className={isMet ? 'is-met' : undefined}>
          {isMet ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
          {label}
          <span className="visually-hidden">{isMet ? '，已满足' : '，未满足'}</span>
        </li>
      );
    })}
  </ul>
);
