import { menuApi, type Menu } from '@zhiping/shared/contracts/menu.ts';
import { lazy } from 'react';
import { editorOf } from '../../kit/form/editor.ts';
import { call } from '../../lib/api.ts';
import { PAGE } from './menu-types.tsx';

const MenuFields = lazy(() => import('./MenuFields.tsx'));

/** A new menu starts below `under`. */
export const editorBelow = (under: number | null) =>
  editorOf({
    api: menuApi,
    allow: { create: 'menu:add', update: 'menu:edit' },
    valuesOf: (menu: Menu | undefined) => ({
      pid: menu ? menu.pid : under,
      type: menu?.type ?? PAGE,
      title: menu?.title,
      icon: menu?.icon,
      path: menu?.path,
      iFrame: menu?.iFrame ?? false,
      component: menu?.component,
      componentName: menu?.componentName,
      activeMenu: menu?.activeMenu,
      cache: menu?.cache ?? false,
      affix: menu?.affix ?? false,
      permission: menu?.permission,
      hidden: menu?.hidden ?? false,
      breadcrumb: menu?.breadcrumb ?? true,
      menuSort: menu?.menuSort ?? 999,
    }),
    fields: (menu) => <MenuFields id={menu?.id} />,
    refreshes: [menuApi.lazy],
  });

/** A menu that was moved meanwhile counts as deleted. */
export const findLatestMenu = async (menu: Menu): Promise<Menu | undefined> => {
  const siblings = await call(menuApi.lazy, { query: { pid: menu.pid ?? 0 } });
  return siblings.find(({ id }) => id === menu.id);
};
