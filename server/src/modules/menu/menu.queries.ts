import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/principal.ts';
import type { MenuRow } from './build-menus.ts';

/** Directories and pages that the roles of a user open, in menu order; a super administrator gets all. */
export const findGrantedMenus = async (db: Db, user: Principal): Promise<MenuRow[]> => {
  const rows = await db
    .selectFrom('menu')
    .select([
      'id',
      'pid',
      'type',
      'title',
      'component_name as componentName',
      'component',
      'path',
      'icon',
      'i_frame as iFrame',
      'cache',
      'hidden',
      'affix',
      'breadcrumb',
      'active_menu as activeMenu',
    ])
    .where('type', '!=', 2)
    .$if(!user.isAdmin, (query) =>
      query.where('id', 'in', (granted) =>
        granted
          .selectFrom('role_menu')
          .innerJoin('user_role', 'user_role.role_id', 'role_menu.role_id')
          .where('user_role.user_id', '=', user.userId)
          .select('role_menu.menu_id'),
      ),
    )
    .orderBy('menu_sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, type: row.type as 0 | 1, path: row.path ?? '' }));
};
