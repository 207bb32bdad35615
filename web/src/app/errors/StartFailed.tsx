import { logout } from '../session.ts';
import { Problem } from '../../kit/display/Problem.tsx';

/** Shown when the menus could not be loaded, because there is no shell yet that could show the error. */
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
