import { ACCOUNT_PATH, HOME_PATH, MANUAL_PATH } from '../../lib/paths.ts';

type FixedPage = { path: string; component: string; title: string; affix?: boolean; noCache?: boolean };

/** Specification §2: the pages that every signed-in user has, independent of the menus. */
export const fixedPages: readonly FixedPage[] = [
  { path: HOME_PATH, component: 'dashboard/index', title: '首页', affix: true, noCache: true },
  { path: ACCOUNT_PATH, component: 'account/index', title: '个人中心' },
  { path: MANUAL_PATH, component: 'article/index', title: '通知公告' },
];
