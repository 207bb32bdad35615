import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation, type Location } from 'react-router';
import { useUser } from '../../lib/session-store.ts';
import { rememberVisit } from '../../lib/visits.ts';
import { findPage, pinnedPaths, type Found } from '../menu/find-page.ts';
import { currentTabs, dispatchTabs, restoreTabs, useTabs } from './tab-store.ts';
import { tabsReducer, type Tab, type Visit } from './tabs.ts';

const visitOf = (found: Found, location: Location): Visit | undefined =>
  found.kind === 'page'
    ? { key: location.pathname, location, title: found.title, affix: found.affix, noCache: found.noCache }
    : undefined;

const pinnedAt = (pathname: string): Location => ({
  pathname,
  search: '',
  hash: '',
  state: null,
  key: 'pinned',
});

const restore = (userId: number, menus: readonly BuiltMenu[]) => {
  restoreTabs(userId, ({ key }) => findPage(menus, key).kind === 'page');
  const restored = new Set(currentTabs().tabs.map(({ key }) => key));
  for (const path of pinnedPaths(menus)) {
    if (restored.has(path)) continue;
    const visit = visitOf(findPage(menus, path), pinnedAt(path));
    if (visit) dispatchTabs({ type: 'visit', visit });
  }
};

/** The tabs including the current address, even before the store has processed the visit. */
export const useTabSync = (menus: readonly BuiltMenu[]): { tabs: readonly Tab[]; found: Found } => {
  const { user } = useUser();
  useState(() => restore(user.id, menus));

  const location = useLocation();
  const found = useMemo(() => findPage(menus, location.pathname), [menus, location.pathname]);
  const visit = useMemo(() => visitOf(found, location), [found, location]);
  useLayoutEffect(() => {
    if (visit) dispatchTabs({ type: 'visit', visit });
  }, [visit]);

  useEffect(() => rememberVisit(user.id, location.pathname), [user.id, location.pathname]);

  const state = useTabs();
  const isInStore =
    !visit || state.tabs.some((tab) => tab.location === visit.location && tab.key === visit.key);
  const { tabs } = useMemo(
    () => (isInStore || !visit ? state : tabsReducer(state, { type: 'visit', visit })),
    [state, visit, isInStore],
  );
  return { tabs, found };
};
