import { builtMenuApi } from '@zhiping/shared/contracts/built-menu.ts';
import { menuApi as api } from '@zhiping/shared/contracts/menu.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import type { Db } from '../../platform/database/db.ts';
import { on } from '../../platform/http/http.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { hasStockPage } from '../../platform/stock-client/stock-menus.ts';
import { buildMenus, buildStockMenus } from './build-menus.ts';
import {
  findChildMenus,
  findGrantedMenus,
  findMenus,
  findMenuSuperiors,
  streamMenus,
} from './menu.queries.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { createMenu, deleteMenus, updateMenu } from './save-menu.ts';

const typeNames = ['目录', '菜单', '按钮'];

export const menusOf = async (db: Db, user: Principal) => buildMenus(await findGrantedMenus(db, user));

export const menuRoutes = ({ db, config }: Deps) => [
  on(builtMenuApi.build, async ({ query, user }) => {
    const granted = await findGrantedMenus(db, user);
    if (query.all) return buildMenus(granted);
    return buildStockMenus(config.STOCK_MENUS ? granted.filter(hasStockPage) : granted);
  }),
  on(api.lazy, ({ query, user }) => findChildMenus(db, user, query.pid)),
  on(api.child, ({ query }) => findSubtreeIds(db, 'menu', [query.id])),
  on(api.list, ({ query }) => findMenus(db, query)),
  on(api.superior, ({ body }) => findMenuSuperiors(db, body)),
  on(api.create, ({ body, user }) => createMenu(db, user, body)),
  on(api.update, ({ body, user }) => updateMenu(db, user, body)),
  on(api.remove, ({ body, user }) => deleteMenus(db, user, body)),
  on(api.download, ({ query }) =>
    exportSheet('菜单', streamMenus(db, query), [
      ['编号', (menu) => menu.id],
      ['上级编号', (menu) => menu.pid],
      ['标题', (menu) => menu.title],
      ['类型', (menu) => typeNames[menu.type]],
      ['路由地址', (menu) => menu.path],
      ['组件路径', (menu) => menu.component],
      ['权限标识', (menu) => menu.permission],
      ['外链', (menu) => menu.iFrame],
      ['可见', (menu) => !menu.hidden],
      ['缓存', (menu) => menu.cache],
      ['排序', (menu) => menu.menuSort],
      ['创建时间', (menu) => menu.createTime],
    ]),
  ),
];
