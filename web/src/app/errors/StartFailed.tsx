import { logout } from '../session.ts';
import { Problem } from '../../kit/display/Problem.tsx';

/** The menu could not be read, so there is no shell yet to say it in. */
export const StartFailed = () => (
  <main>
    <div role="alert">
      <Problem
        title="暂时打不开"
        actions={
          <>
            <button type="button" onClick={() => location.reload()}>
              重试
            </button>
            <button type="button" onClick={() => void logout()}>
              退出登录
            </button>
          </>
        }
      >
        没有取得您的菜单，请检查网络后重试。
      </Problem>
    </div>
  </main>
);
