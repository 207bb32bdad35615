import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { findPage } from '../menu/find-page.ts';
import { TabView } from './TabView.tsx';
import { aliveKeys, type Tab } from './tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';

type Props = {
  tabs: readonly Tab[];
  activeKey: string | undefined;
  menus: readonly BuiltMenu[];
  closeTab: TabActions['close'];
};

/** Renders all mounted pages; only the active one is visible. */
export const TabHost = ({ tabs, activeKey, menus, closeTab }: Props) => {
  const alive = aliveKeys({ tabs, clock: 0 }, activeKey);
  return tabs
    .filter(({ key }) => alive.has(key))
    .map((tab) => {
      const found = findPage(menus, tab.key);
      if (found.kind !== 'page') return null;
      return (
        <TabView
          key={`${tab.key}#${tab.generation}`}
          tab={tab}
          component={found.component}
          isActive={tab.key === activeKey}
          closeTab={closeTab}
        />
      );
    });
};
