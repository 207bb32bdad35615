import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { mustConfirm } from '@zhiping/shared/rules/expert/confirmation.ts';
import {
  CHANGE_PASSWORD_PATH,
  CONFIRMATION_PATH,
  FORGOTTEN_PASSWORD_PATH,
  HOME_PATH,
  LOGIN_PATH,
} from '../lib/paths.ts';
import { findPage } from './menu/find-page.ts';

export type GuardInput = {
  /** Path with query and hash, below the base of the web app. */
  target: string;
  token: string | null;
  user: Pick<SessionUser, 'user' | 'expert'> | null;
  menus: readonly BuiltMenu[] | null;
};

export type Decision =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  /** Fetch the data, then call the guard again. */
  | { kind: 'loadUser' }
  | { kind: 'loadMenus' };

const PASSWORD_PATHS = [CHANGE_PASSWORD_PATH, FORGOTTEN_PASSWORD_PATH];
const TOKEN_FREE = [LOGIN_PATH, ...PASSWORD_PATHS];
/** Require a login, but no menus. */
const WITHOUT_MENUS = ['/401', CONFIRMATION_PATH];
const OUTSIDE_MENUS = ['/404'];

const allow: Decision = { kind: 'allow' };
const redirect = (to: string): Decision => ({ kind: 'redirect', to });

const loginPathFor = (target: string) => `${LOGIN_PATH}?redirect=${encodeURIComponent(target)}`;

const DEAD_ENDS = ['/401', '/404'];

/**
 * Returns the address to open after the login. Only addresses of this app: `//host` and `/\host` lead to other sites.
 */
const redirectTargetOf = (search: string) => {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  const leads =
    /^\/(?![/\\])/.test(wanted) && ![LOGIN_PATH, ...DEAD_ENDS].some((path) => wanted.startsWith(path));
  return leads ? wanted : '/';
};

/**
 * Continues to the requested address after a login, unless the user may not open it: another user may have been there
 * before.
 */
const continueAfterLogin = (wanted: string, who: Omit<GuardInput, 'target'>): Decision => {
  if (wanted === '/') return redirect(wanted);
  const next = guard({ ...who, target: wanted });
  if (next.kind === 'loadUser' || next.kind === 'loadMenus') return next;
  return redirect(next.kind === 'redirect' && DEAD_ENDS.includes(next.to) ? '/' : wanted);
};

/** Decides what happens when `target` is opened (specification §2, navigation guard). */
export const guard = ({ target, token, user, menus }: GuardInput): Decision => {
  const { pathname, search } = new URL(target, 'http://app');
  if (!token) return TOKEN_FREE.includes(pathname) ? allow : redirect(loginPathFor(target));
  if (pathname === LOGIN_PATH) return continueAfterLogin(redirectTargetOf(search), { token, user, menus });
  if (PASSWORD_PATHS.includes(pathname)) return allow;

  if (!user) return { kind: 'loadUser' };
  if (mustConfirm(user) && pathname !== CONFIRMATION_PATH) return redirect(CONFIRMATION_PATH);
  // Users who are not experts have nothing to confirm.
  if (pathname === CONFIRMATION_PATH && !user.expert && !mustConfirm(user)) return redirect('/401');
  if (WITHOUT_MENUS.includes(pathname)) return allow;

  if (!menus) return { kind: 'loadMenus' };
  if (pathname === '/') return redirect(HOME_PATH);
  if (OUTSIDE_MENUS.includes(pathname) || pathname.startsWith('/redirect/')) return allow;

  const found = findPage(menus, pathname);
  if (found.kind === 'none') return redirect('/404');
  return found.kind === 'redirect' ? redirect(found.to) : allow;
};
