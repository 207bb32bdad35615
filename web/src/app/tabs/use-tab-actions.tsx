import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { App } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { currentTabs, dispatchTabs } from './tab-store.ts';
import { lastRemaining, tabsReducer, titleOf, type Tab, type TabAction } from './tabs.ts';

export type TabActions = {
  go: (tab: Tab) => void;
  refresh: (tab: Tab) => void;
  /** Runs any closing action; asks first if it would discard unsaved work. */
  close: (action: TabAction) => Promise<void>;
};

/**
 * Whether the address belongs to the tab. The page on screen may be an earlier one, which stays until the next one is
 * rendered.
 */
const isAddressed = ({ key }: Tab) => WEB_BASE + key === window.location.pathname;

/** Actions on tabs. Stable across renders, so that hidden pages need not render again. */
export const useTabActions = (): TabActions => {
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const latest = useLatest({ navigate, modal });

  return useMemo(() => {
    const go = (tab: Tab | undefined) => void latest.current.navigate(tab?.location ?? HOME_PATH);

    const mayLose = async (lost: readonly Tab[]) =>
      lost.length === 0 ||
      latest.current.modal.confirm({
        title: '提示',
        content: `「${lost.map(titleOf).join('」「')}」有未保存的修改，确定关闭吗？`,
        okText: '确定',
      });

    return {
      go,
      refresh: (tab) => {
        // Marks the visible data as stale: a user who presses 刷新 expects fresh data even within the cache time.
        void queryClient.invalidateQueries({ type: 'active', refetchType: 'none' });
        dispatchTabs({ type: 'refresh', key: tab.key });
        if (!isAddressed(tab)) go(tab);
      },
      close: async (action) => {
        const before = currentTabs();
        const remaining = new Set(tabsReducer(before, action).tabs.map(({ key }) => key));
        const lost = before.tabs.filter(({ key, isDirty }) => isDirty && !remaining.has(key));
        if (!(await mayLose(lost))) return;
        const after = dispatchTabs(action);
        if (before.tabs.some(isAddressed) && !after.tabs.some(isAddressed)) go(lastRemaining(after));
      },
    };
  }, [latest]);
};
