import { createStore, useStore } from '../../lib/store.ts';
import { noTabs, tabsReducer, type Tab, type TabAction, type Tabs } from './tabs.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

const store = createStore<Tabs>(noTabs);

export const useTabs = () => useStore(store);
export const currentTabs = () => store.get();

const storageKey = (userId: number) => `zhiping_tabs_${userId}`;
let owner: number | undefined;

export const dispatchTabs = (action: TabAction): Tabs => {
  store.set((state) => tabsReducer(state, action));
  if (owner !== undefined) writeStored('sessionStorage', storageKey(owner), JSON.stringify(store.get()));
  return store.get();
};

const parseTabs = (json: string | null): Tabs => {
  try {
    return json ? (JSON.parse(json) as Tabs) : noTabs;
  } catch {
    return noTabs;
  }
};

/** After a reload: restores the tabs of this user in this window, without pages that they may no longer open. */
export const restoreTabs = (userId: number, isAllowed: (tab: Tab) => boolean) => {
  owner = userId;
  const { tabs, clock } = parseTabs(readStored('sessionStorage', storageKey(userId)));
  store.set({ clock, tabs: tabs.filter(isAllowed).map((tab) => ({ ...tab, isDirty: false, usedAt: 0 })) });
};
