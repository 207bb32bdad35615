import { site } from '../../lib/site.ts';

type Props = { onChoose: (account: { username: string; password: string }) => void };

/** Accounts of a demo, to be filled in by a click; the server names none in production. */
export const DemoAccounts = ({ onChoose }: Props) => {
  if (!site.demo) return null;
  const { password, accounts } = site.demo;
  return (
    <section className="auth-demo" aria-labelledby="auth-demo">
      <h2 id="auth-demo">演示账号</h2>
      <p>点击填入用户名和密码</p>
      <ul>
        {accounts.map(({ username, note }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose({ username, password })}>
              {username} <span>{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
