import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { ForbiddenPage } from '../errors/ForbiddenPage.tsx';
import { NotFoundPage } from '../errors/NotFoundPage.tsx';
import { homeCrumb, type Crumb } from '../menu/find-page.ts';
import type { SidebarNode } from '../../lib/menu-tree.ts';
import { dispatchTabs } from '../tabs/tab-store.ts';

const REDIRECT = '/redirect';

export const titleOfOther = (pathname: string) =>
  ({ '/404': '页面不存在', '/401': '无权访问' })[pathname] ?? '正在打开';

export const crumbsOfOther = (pathname: string): Crumb[] => [
  homeCrumb,
  { title: titleOfOther(pathname), path: null },
];

/** Old links refresh a page by its address below /redirect. */
const RefreshedPage = ({ pathname }: { pathname: string }) => {
  const { search } = useLocation();
  const target = pathname.slice(REDIRECT.length) || HOME_PATH;
  useEffect(() => {
    dispatchTabs({ type: 'refresh', key: target });
  }, [target]);
  return <Navigate to={target + search} replace />;
};

/** Addresses of the shell that have no tab. */
export const PageWithoutTab = ({ pathname, nodes }: { pathname: string; nodes: readonly SidebarNode[] }) => {
  if (pathname === '/401') return <ForbiddenPage />;
  if (pathname === '/404') return <NotFoundPage nodes={nodes} />;
  return pathname.startsWith(REDIRECT) ? <RefreshedPage pathname={pathname} /> : null;
};
