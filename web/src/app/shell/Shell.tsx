import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session-store.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { sidebarOf } from '../../lib/menu-tree.ts';
import { useSettings } from '../settings/settings.ts';
import { TabHost } from '../tabs/TabHost.tsx';
import { TabStrip } from '../tabs/TabStrip.tsx';
import { titleOf } from '../tabs/tabs.ts';
import { useTabActions } from '../tabs/use-tab-actions.tsx';
import { useTabSync } from '../tabs/use-tab-sync.ts';
import { closeConfirmations } from './close-confirmations.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { Footer } from './Footer.tsx';
import { Navbar } from './Navbar.tsx';
import { crumbsOfOther, PageWithoutTab, titleOfOther } from './PageWithoutTab.tsx';
import { ShellSidebar } from './ShellSidebar.tsx';
import { StatusBars } from './StatusBars.tsx';
import { useLeaveWarning } from '../../lib/use-leave-warning.ts';
import { usePaletteKey } from './use-palette-key.ts';
import './shell.css';

const TabSheet = lazy(() => import('../tabs/TabSheet.tsx'));

/** If the menus failed to load or are forbidden, the error page and the fixed pages remain. */
const NO_MENUS: never[] = [];

export const Shell = () => {
  const menus = useSession().menus ?? NO_MENUS;
  const { tagsView, fixedHeader, showFooter } = useSettings();
  const isMobile = useIsMobile();
  const { pathname } = useLocation();
  const { tabs, found } = useTabSync(menus);
  const active = found.kind === 'page' ? tabs.find(({ key }) => key === pathname) : undefined;
  const actions = useTabActions();
  const nodes = useMemo(() => sidebarOf(menus), [menus]);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  usePaletteKey(setIsPaletteOpen);
  useLeaveWarning(tabs.some(({ isDirty }) => isDirty));

  const title = active ? titleOf(active) : titleOfOther(pathname);
  useEffect(() => {
    document.title = `${title} - ${PRODUCT_TITLE}`;
  }, [title]);
  // Closes the questions of the previous page.
  useEffect(() => closeConfirmations, [pathname]);

  const Tabs = isMobile ? TabSheet : TabStrip;
  return (
    <div className="shell" data-fixed-header={fixedHeader || undefined}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <ShellSidebar nodes={nodes} activePath={found.kind === 'page' ? found.activeMenu : pathname} />
      <div className="shell-main">
        <StatusBars />
        <Navbar
          crumbs={found.kind === 'page' ? found.crumbs : crumbsOfOther(pathname)}
          title={title}
          onSearch={() => setIsPaletteOpen(true)}
        />
        {tagsView && (
          <Suspense fallback={null}>
            <Tabs tabs={tabs} activeKey={active?.key} actions={actions} />
          </Suspense>
        )}
        <main id="content" className="shell-content" tabIndex={-1}>
          <TabHost tabs={tabs} activeKey={active?.key} menus={menus} closeTab={actions.close} />
          {!active && <PageWithoutTab pathname={pathname} nodes={nodes} />}
        </main>
        {showFooter && <Footer />}
      </div>
      <CommandPalette
        open={isPaletteOpen}
        onClose={() => setIsPaletteOpen(false)}
        nodes={nodes}
        tabs={tabs}
      />
    </div>
  );
};
