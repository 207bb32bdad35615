import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { builtMenuApi } from '@zhiping/shared/contracts/built-menu.ts';
import { call } from '../lib/api.ts';
import { allDraftsStored } from '../lib/autosave.ts';
import { markExpired, storeLogoutReason } from '../lib/expiry.ts';
import { LOGIN_PATH } from '../lib/paths.ts';
import { endSession, setMenus, setUser } from '../lib/session-store.ts';

const LOGOUT_WAIT_MS = 5000;

let isLeaving = false;

/**
 * Ends the session here even if the server cannot be reached, and starts from a clean page. After a logout by choice
 * the login does not lead back to the current page, because the next user may be another one.
 */
export const logout = async ({ isByChoice = false } = {}) => {
  if (isLeaving) return;
  isLeaving = true;
  await allDraftsStored().catch(() => undefined);
  await call(authApi.logout, { quiet: true, timeoutMs: LOGOUT_WAIT_MS }).catch(() => undefined);
  endSession();
  if (isByChoice) location.replace(WEB_BASE + LOGIN_PATH);
  else location.reload();
};

/** Logs out because the server no longer knows the session; the login page shows the reason. */
export const expire = async () => {
  if (isLeaving) return;
  markExpired();
  await logout();
};

/**
 * Joins calls while one is running: effects run twice in development, and navigation may repeat. Each load has its own
 * state, because the next one starts while the store still notifies its subscribers of the last.
 */
const joinConcurrent = (load: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= load().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const loadUser = joinConcurrent(async () => {
  try {
    setUser(await call(authApi.info, { quiet: true }));
  } catch (error) {
    if (!isLeaving)
      storeLogoutReason(
        `读取账号信息失败，已退出登录：${error instanceof Error ? error.message : '未知错误'}`,
      );
    await logout();
  }
});

export const loadMenus = joinConcurrent(async () =>
  setMenus(await call(builtMenuApi.build, { query: { all: true } })),
);

/** Loads user and menus in parallel, because nearly every visit needs both. */
export const loadSession = () => Promise.all([loadUser(), loadMenus()]);
