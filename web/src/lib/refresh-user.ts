import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { call } from './api.ts';
import { setMenus, setUser } from './session-store.ts';

/** Read the signed-in user again after a change of what the shell and the guard know of him. */
export const refreshUser = async () => setUser(await call(authApi.info));

/** Read anew what the user may do and which pages he has, after a change of roles or menus. */
export const refreshMenus = async () => {
  await refreshUser();
  setMenus(await call(menuApi.build, { query: { all: true } }));
};
