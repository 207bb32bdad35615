import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { call } from '../lib/api.ts';
import { flushDrafts } from '../lib/autosave.ts';
import { markExpired, noteFailure } from '../lib/expiry.ts';
import { LOGIN_PATH } from '../lib/paths.ts';
import { endSession, setMenus, setUser } from '../lib/session-store.ts';

const LOGOUT_WAIT_MS = 5000;

let isLeaving = false;

/**
 * Ends the session here even if the server cannot be told, and starts again from a clean page. Whoever left by choice is
 * not led back to where he was: the next one may be somebody else.
 */
export const logout = async ({ isByChoice = false } = {}) => {
  if (isLeaving) return;
  isLeaving = true;
  await flushDrafts().catch(() => undefined);
  await call(authApi.logout, { quiet: true, timeoutMs: LOGOUT_WAIT_MS }).catch(() => undefined);
  endSession();
  if (isByChoice) location.replace(WEB_BASE + LOGIN_PATH);
  else location.reload();
};

/** The server does not know the session any more: the login page will say why it is there. */
export const expire = async () => {
  if (isLeaving) return;
  markExpired();
  await logout();
};

/**
 * Effects run twice in development and navigation may repeat: one request at a time is enough. Each load waits for
 * itself only, since the next one begins while the store is still telling of the last.
 */
const once = (load: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= load().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const loadUser = once(async () => {
  try {
    setUser(await call(authApi.info, { quiet: true }));
  } catch (error) {
    if (!isLeaving)
      noteFailure(`读取账号信息失败，已退出登录：${error instanceof Error ? error.message : '未知错误'}`);
    await logout();
  }
});

export const loadMenus = once(async () => setMenus(await call(menuApi.build, { query: { all: true } })));

/** Nearly everybody who comes needs both. */
export const loadSession = () => Promise.all([loadUser(), loadMenus()]);
