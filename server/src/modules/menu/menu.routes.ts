import { menuApi as api } from '@zhiping/shared/contracts/menu.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { buildMenus } from './build-menus.ts';
import { findGrantedMenus } from './menu.queries.ts';

export const menuRoutes = ({ db }: Deps) => [
  on(api.build, async ({ user }) => buildMenus(await findGrantedMenus(db, user))),
];
