import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { CONFIRMATION_PATH } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { textSizes, useDisplaySize } from '../lib/display-size.ts';
import { useIsMobile, useMedia } from '../lib/use-media.ts';
import { keepLiveConnection } from './live.ts';
import { NoticeHost } from './shell/NoticeHost.tsx';
import { StaffSigning } from './signing/StaffSigning.tsx';
import { ReducedShell } from './shell/ReducedShell.tsx';
import { Shell } from './shell/Shell.tsx';
import { themeOf } from './theme/antd-theme.ts';
import { shownColor, useAppearance, useIsDark } from './theme/appearance.ts';

/** antd otherwise writes 保 存, which reads oddly and does not match a search for 保存. */
const button = { autoInsertSpace: false };

/**
 * Notifications appear in the corner below the menu, where they cover no title, filter, error or form button. On a
 * narrow screen forms have their buttons at the bottom, so they appear below the header and the tabs.
 */
const cornerOf = (isMobile: boolean) =>
  isMobile ? ({ placement: 'top', top: 90 } as const) : ({ placement: 'bottomLeft' } as const);

/** The app behind the login. Loaded separately from the login page, which has no antd. */
export default function SignedIn() {
  const { color } = useAppearance();
  const size = useDisplaySize();
  const isDark = useIsDark();
  const isMobile = useIsMobile();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(
    () => themeOf({ color: shownColor(color, isDark), isDark, isStill, fontSize: textSizes[size] }),
    [color, isDark, isStill, size],
  );
  const { pathname } = useLocation();
  useEffect(keepLiveConnection, []);

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        componentSize={size}
        button={button}
        wave={{ disabled: true }}
      >
        <AntdApp notification={cornerOf(isMobile)}>
          <NoticeHost />
          <StaffSigning />
          {pathname === CONFIRMATION_PATH ? <ReducedShell /> : <Shell />}
        </AntdApp>
      </ConfigProvider>
    </QueryClientProvider>
  );
}
