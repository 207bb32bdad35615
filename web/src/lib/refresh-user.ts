import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { builtMenuApi } from '@zhiping/shared/contracts/built-menu.ts';
import { call } from './api.ts';
import { setMenus, setUser } from './session-store.ts';

/** Reads the signed-in user again, after a change that matters to the shell or the guard. */
export const refreshUser = async () => setUser(await call(authApi.info));

/** Reads permissions and menus of the user again, after a change of roles or menus. */
export const refreshMenus = async () => {
  await refreshUser();
  setMenus(await call(builtMenuApi.build, { query: { all: true } }));
};
