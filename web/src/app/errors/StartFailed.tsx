import { logout } from '../session.ts';
import './start-failed.css';

/** The menu could not be read, so there is no shell yet to say it in. */
export const StartFailed = () => (
  <main className="start-failed" role="alert">
    <h1>暂时打不开</h1>
    <p>没有取得您的菜单，请检查网络后重试。</p>
    <p>
      <button type="button" onClick={() => location.reload()}>
        重试
      </button>
      <button type="button" onClick={() => void logout()}>
        退出登录
      </button>
    </p>
  </main>
);
