import { type Expression, sql } from 'kysely';
import type { Ability } from '@zhiping/shared/rules/workflow/denial.ts';
import { levelOf } from '@zhiping/shared/endpoint.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { superiorIds, treeOf } from '../../platform/database/tree-rows.ts';
import { heldMenus } from '../role/role.policy.ts';
import type { MenuRow } from './build-menus.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

const columns = [
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
] as const;

/** Pages that are linked to a role without the directories above them are found all the same. */
const withDirectories = (granted: Expression<{ id: number }>) => sql<number>`(
  with recursive opened (id) as (
    ${granted}
    union
    select above.id from opened
      join menu on menu.id = opened.id
      join menu above on above.id = menu.pid and above.type = 0
  )
  select id from opened)`;

/** To a reader of a single school, pages and links call it their own. */
const titleFor = (
  { deptScope }: Principal,
  { component, title }: { component: string | null; title: string },
) => (component === 'school/index' && deptScope !== null ? '下属单位' : title);

/** Pages about an institution itself; a supervising body only reads its reports. */
const PAGES_OF_INSTITUTIONS = new Set(['expert/index', 'teacher/index', 'school/index', 'publicity/index']);

/** Whether the reader's scope is only that of a supervising body. */
const isOnlyBody = async (db: Db, { deptScope, bodyScope }: Principal): Promise<boolean> => {
  if (deptScope === null || bodyScope.length === 0) return false;
  const { rows } = await sql<{ isOnly: boolean }>`with recursive above (id, pid) as (
      select id, pid from dept where id = any(${[...deptScope]}::bigint[])
      union
      select dept.id, dept.pid from above join dept on dept.id = above.pid
    )
    select not exists (select from school join above on above.id = school.dept_id) as "isOnly"`.execute(db);
  return rows[0]!.isOnly;
};

/**
 * Directories and pages that the roles of a user open, in menu order; a super administrator gets all. Pages that are
 * always empty for the user are left out.
 */
export const findGrantedMenus = async (db: Db, user: Principal): Promise<MenuRow[]> => {
  const rows = await db
    .selectFrom('menu')
    .select(columns)
    .where('type', '!=', 2)
    .$if(!user.isAdmin, (query) =>
      query.where((where) =>
        where(
          'id',
          'in',
          withDirectories(
            db
              .selectFrom('role_menu')
              .innerJoin('user_role', 'user_role.role_id', 'role_menu.role_id')
              .where('user_role.user_id', '=', user.userId)
              .select('role_menu.menu_id as id'),
          ),
        ),
      ),
    )
    .orderBy('menu_sort')
    .orderBy('id')
    .execute();
  const leftOut = (await isOnlyBody(db, user)) ? PAGES_OF_INSTITUTIONS : null;
  const shown = rows.filter(({ component }) => component === null || !leftOut?.has(component));
  return shown.map((row) => ({
    ...row,
    title: titleFor(user, row),
    type: row.type as 0 | 1,
    path: row.path ?? '',
  }));
};

const selectMenus = (db: Db) =>
  db
    .selectFrom('menu')
    .select([
      ...columns,
      'title as label',
      'component_name as name',
      'menu_sort as menuSort',
      'permission',
      'version',
      'create_time as createTime',
      sql<number>`(select count(*) from menu child where child.pid = menu.id)`.as('subCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectMenus>['execute']>>[number];
const withLeaf = (row: Row) => ({ ...row, hasChildren: row.subCount > 0, leaf: row.subCount === 0 });

const ordering = {
  sortable: { id: 'id', title: 'title', menuSort: 'menu_sort', createTime: 'create_time' },
  order: [
    ['menu_sort', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'menu'>;

const whereParent = (db: Db, pid: number) =>
  pid === 0 ? selectMenus(db).where('pid', 'is', null) : selectMenus(db).where('pid', '=', pid);

/** Direct children of a menu, 0 for the roots. */
export const findChildMenus = async (db: Db, reader: Principal, pid: number) => {
  const [rows, held] = await Promise.all([
    whereParent(db, pid).orderBy('menu_sort').orderBy('id').execute(),
    heldMenus(db, reader),
  ]);
  return rows.map((row) => {
    const grant: Ability = held === null || held.has(row.id) ? true : '您没有';
    return { ...withLeaf(row), can: { grant } };
  });
};

type MenuFilters = { paged?: boolean; pid?: number; blurry?: string; createTime?: [Date, Date] };

const filtered = (db: Db, { pid, blurry, createTime }: MenuFilters) => {
  const isUnfiltered = !blurry && !createTime;
  return (isUnfiltered ? whereParent(db, pid ?? 0) : selectMenus(db))
    .$call(
      whereGiven(blurry, (rows, given) =>
        rows.where(
          sql<boolean>`lower(concat_ws(' ', title, component_name, permission)) like ${likePattern(given)}`,
        ),
      ),
    )
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));
};

/** Without a filter the roots (or the children of `pid`), with one flat matches. */
export const findMenus = async (db: Db, query: Paging & MenuFilters) => {
  const page = await paginate(levelOf(query), filtered(db, query), ordering);
  return { ...page, content: page.content.map(withLeaf) };
};

export const streamMenus = (db: Db, query: Pick<Paging, 'sort'> & MenuFilters) => {
  const isUnfiltered = !query.blurry && !query.createTime;
  return streamed(isUnfiltered ? selectMenus(db) : filtered(db, query), query.sort, ordering);
};

/** The possible parents of these menus: the way from the roots with all siblings, the asked ones left out. */
export const findMenuSuperiors = async (db: Db, ids: number[]) => {
  const rows = await selectMenus(db)
    .where('id', 'in', superiorIds('menu', ids))
    .$if(ids.length > 0, (shown) => shown.where('id', 'not in', ids))
    .orderBy('menu_sort')
    .orderBy('id')
    .execute();
  return treeOf(rows.map(withLeaf));
};
