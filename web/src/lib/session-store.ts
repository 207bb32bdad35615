import { DEFAULT_ROLE, TOKEN_COOKIE, TOKEN_COOKIE_DAYS } from '@zhiping/shared/constants.ts';
import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { getCookie, removeCookie, setCookie, setYearCookie } from './cookies.ts';
import { createStore, useStore } from './store.ts';

const USERNAME_COOKIE = 'zhiping_username';

type Session = {
  /** With its `Bearer ` prefix, as the server issued it. */
  token: string | null;
  user: SessionUser | null;
  /** Empty until the user is known; never empty afterwards. */
  roles: readonly string[];
  /** null until loaded: the `loadMenus` flag of the specification. */
  menus: BuiltMenu[] | null;
};

const anonymous: Session = { token: null, user: null, roles: [], menus: null };

export const session = createStore<Session>(
  typeof document === 'undefined' ? anonymous : { ...anonymous, token: getCookie(TOKEN_COOKIE) ?? null },
);

export const useSession = (): Session => useStore(session);

/** The user, for pages behind the guard, where there always is one. Throws elsewhere. */
export const useUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('useUser is for pages behind the guard');
  return user;
};

const rolesOf = (user: SessionUser) => (user.roles.length > 0 ? user.roles : [DEFAULT_ROLE]);

export const setUser = (user: SessionUser) =>
  session.set((previous) => ({ ...previous, user, roles: rolesOf(user) }));

export const setMenus = (menus: BuiltMenu[]) => session.set((previous) => ({ ...previous, menus }));

/** Stores the result of a login: the token for a day with remember-me, otherwise until the browser is closed. */
export const startSession = (token: string, user: SessionUser, rememberMe: boolean) => {
  setCookie(TOKEN_COOKIE, token, rememberMe ? TOKEN_COOKIE_DAYS : undefined);
  session.set({ token, user, roles: rolesOf(user), menus: null });
};

/**
 * Deletes the token. The reload that must follow clears user, roles and menus from memory: clearing them here would
 * render the login page for a moment and consume the reason that it shows after the reload.
 */
export const endSession = () => removeCookie(TOKEN_COOKIE);

/** Only the name: a stored password would be readable on the disk. */
export const rememberUsername = (username: string) => setYearCookie(USERNAME_COOKIE, username);
export const forgetUsername = () => removeCookie(USERNAME_COOKIE);
export const rememberedUsername = () => getCookie(USERNAME_COOKIE) ?? '';
