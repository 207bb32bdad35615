import { sql } from 'kysely';
import type { z } from 'zod';
import type { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { AppError, fieldError, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { heldMenus } from '../role/role.policy.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';

type MenuInput = z.output<typeof menuApi.create.body>;
type MenuChange = z.output<typeof menuApi.update.body>;

const constraints = {
  menu_title_key: ['title', '菜单标题已存在'],
  menu_component_name_key: ['componentName', '组件名称已存在'],
  menu_pid_fkey: ['pid', '上级菜单不存在'],
} satisfies Parameters<typeof explainBroken>[0];

/** Checks the fields of a type, and that the menu carries only permissions that the actor holds. */
const requireSound = (actor: Principal, menu: MenuInput) => {
  if (menu.iFrame && !/^https?:\/\//.test(menu.path ?? ''))
    throw fieldError('menu.link', 'path', '外链必须以http://或者https://开头');
  if (menu.type !== 2 && !menu.path) throw fieldError('menu.path', 'path', '请输入路由地址');
  if (menu.type === 1 && !menu.iFrame && !menu.component)
    throw fieldError('menu.component', 'component', '请输入组件路径');
  if (menu.type === 2 && !menu.permission)
    throw fieldError('menu.permission', 'permission', '请选择权限标识');
  if (menu.permission && !holds(actor, [menu.permission]))
    throw new AppError(403, 'menu.grant', '不能授予您自己没有的权限');
};

/** A button has no page, and what is no external link no address of its own outside. */
const columnsOf = (menu: MenuInput) => ({
  pid: menu.pid,
  type: menu.type as 0 | 1 | 2,
  title: menu.title,
  component_name: menu.type === 2 ? null : menu.componentName,
  component: menu.type === 2 ? null : menu.component,
  menu_sort: menu.menuSort,
  path: menu.type === 2 ? null : menu.path,
  icon: menu.icon,
  permission: menu.permission,
  i_frame: menu.type !== 2 && menu.iFrame,
  cache: menu.cache,
  hidden: menu.hidden,
  affix: menu.affix,
  breadcrumb: menu.breadcrumb,
  active_menu: menu.activeMenu,
});

export const createMenu = (db: Db, actor: Principal, menu: MenuInput) => {
  requireSound(actor, menu);
  return explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('menu')
        .values({ ...columnsOf(menu), update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actorId: actor.userId,
        action: 'menu.created',
        entity: 'menu',
        entityId: id,
        detail: menu,
      });
      return { id };
    }),
  );
};

/** Serialises moves: two opposite ones at once would close a circle. */
const lockTree = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('menu tree', 0))`.execute(tx);

/** Menus of others are not for those who lack them: changing one changes what it grants. */
const requireHeld = async (tx: Tx, actor: Principal, ids: number[]) => {
  const held = await heldMenus(tx, actor);
  if (held && ids.some((id) => !held.has(id)))
    throw new AppError(403, 'menu.held', '不能修改您自己没有的菜单');
};

export const updateMenu = (db: Db, actor: Principal, menu: MenuChange) => {
  requireSound(actor, menu);
  return explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await lockTree(tx);
      const stored = await tx
        .selectFrom('menu')
        .selectAll()
        .where('id', '=', menu.id)
        .forUpdate()
        .executeTakeFirst();
      if (!stored) throw notFound('菜单');
      await requireHeld(tx, actor, [menu.id]);
      await refuseStale(tx, stored, menu.version);
      const below = await findSubtreeIds(tx, 'menu', [menu.id]);
      if (menu.pid !== null && below.includes(menu.pid))
        throw fieldError('menu.cycle', 'pid', '上级不能为自己或自己的下级');
      await tx
        .updateTable('menu')
        .set({ ...columnsOf(menu), ...editedBy(actor, stored) })
        .where('id', '=', menu.id)
        .execute();
      await audit(tx, {
        actorId: actor.userId,
        action: 'menu.changed',
        entity: 'menu',
        entityId: menu.id,
        detail: menu,
        stored,
      });
    }),
  );
};

/** Descendants and links to roles go by the foreign keys of the database. */
export const deleteMenus = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    const all = await findSubtreeIds(tx, 'menu', ids);
    if (all.length === 0) return;
    await requireHeld(tx, actor, all);
    const gone = await tx.selectFrom('menu').select(['id', 'title']).where('id', 'in', all).execute();
    await tx.deleteFrom('menu').where('id', 'in', all).execute();
    for (const { id, title } of gone)
      await audit(tx, {
        actorId: actor.userId,
        action: 'menu.deleted',
        entity: 'menu',
        entityId: id,
        detail: { title },
      });
  });
