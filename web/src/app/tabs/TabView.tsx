import { Activity, memo, useMemo } from 'react';
import { Route, Routes } from 'react-router';
import { TabContext } from '../../lib/tab-context.ts';
import { Problem } from '../../kit/display/Problem.tsx';
import { pageOf } from '../pages.ts';
import { FocusHeading } from './FocusHeading.tsx';
import { LoadedPage } from './LoadedPage.tsx';
import { TabErrorBoundary } from './TabErrorBoundary.tsx';
import { dispatchTabs } from './tab-store.ts';
import { titleOf, type Tab } from './tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';

type Props = { tab: Tab; component: string; isActive: boolean; closeTab: TabActions['close'] };

/** One mounted page. `Routes` receives the location of its tab, which stays the same while another tab is active. */
export const TabView = memo(({ tab, component, isActive, closeTab }: Props) => {
  const page = pageOf(component);
  const { key } = tab;
  const controls = useMemo(
    () => ({
      setTitle: (title: string | undefined) => void dispatchTabs({ type: 'title', key, title }),
      setDirty: (isDirty: boolean) => void dispatchTabs({ type: 'dirty', key, isDirty }),
      setSearch: (search: string) => void dispatchTabs({ type: 'search', key, search }),
    }),
    [key],
  );

  const focus = <FocusHeading title={titleOf(tab)} locationKey={tab.location.key} />;
  const body = page ? (
    <LoadedPage key={component} page={page}>
      {focus}
    </LoadedPage>
  ) : (
    <>
      <Problem title="页面不存在">菜单指向的页面不在此版本中，请联系管理员。</Problem>
      {focus}
    </>
  );
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <div className="tab-view" data-tab={key}>
        <TabContext value={controls}>
          <TabErrorBoundary
            onRetry={() => dispatchTabs({ type: 'refresh', key })}
            onClose={tab.affix ? undefined : () => void closeTab({ type: 'close', key })}
          >
            <Routes location={tab.location}>
              <Route path="*" element={body} />
            </Routes>
          </TabErrorBoundary>
        </TabContext>
      </div>
    </Activity>
  );
});
