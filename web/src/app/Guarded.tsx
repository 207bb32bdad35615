import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../lib/session-store.ts';
import { StartFailed } from './errors/StartFailed.tsx';
import { guard } from './guard.ts';
import { preloadPage } from './load-signed-in.ts';
import { findPage } from './menu/find-page.ts';
import { loadMenus, loadSession } from './session.ts';

/** Applies the guard's decision. While data loads it renders nothing, so the static skeleton stays. */
export const Guarded = ({ children }: { children: ReactNode }) => {
  const { pathname, search, hash } = useLocation();
  const { token, user, menus } = useSession();
  const [hasFailed, setHasFailed] = useState(false);
  const decision = guard({ target: pathname + search + hash, token, user, menus });

  useEffect(() => {
    const load = { loadUser: loadSession, loadMenus, allow: null, redirect: null }[decision.kind];
    load?.().then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
  }, [decision.kind]);

  const found = menus && findPage(menus, pathname);
  // Starts to load the page in parallel with the shell, which would ask for it only once it is drawn.
  if (found?.kind === 'page') preloadPage(found.component);

  if (decision.kind === 'redirect') return <Navigate to={decision.to} replace />;
  if (decision.kind === 'allow') return children;
  return hasFailed ? <StartFailed /> : null;
};
