import { textHash } from '../modules/commitment/text-hash.ts';
import { commitments } from './commitments.ts';
import type pg from 'pg';
import { searchTextOf } from '../platform/pinyin.ts';
import { dictionaries } from './dictionaries.ts';
import { type Directory, namesOf, type Page } from './menu-parts.ts';
import { menus } from './menus.ts';
import { depts, type RoleName, roles } from './organisation.ts';

/** Fill an empty database with the rows that the product itself relies on. */
export const loadBuiltIn = async (client: pg.ClientBase) => {
  for (const { id, pid, name, sort } of depts)
    await client.query('insert into dept (id, pid, name, sort, search_text) values ($1, $2, $3, $4, $5)', [
      id,
      pid,
      name,
      sort,
      searchTextOf(name),
    ]);
  for (const { id, name, level, description, dataScope } of roles)
    await client.query(
      'insert into role (id, name, level, description, data_scope) values ($1, $2, $3, $4, $5)',
      [id, name, level, description, dataScope],
    );
  await loadDictionaries(client);
  for (const text of commitments)
    await client.query(
      'insert into commitment_text (kind, version, title, body, hash) values ($1, 1, $2, $3, $4)',
      [text.kind, text.title, text.body, textHash({ ...text, version: 1 })],
    );
  await loadMenus(client, menus.map(rowOf));
};

const loadDictionaries = async (client: pg.ClientBase) => {
  for (const { name, description, details } of dictionaries)
    await client.query(
      `with added as (insert into dict (name, description) values ($1, $2) returning id)
       insert into dict_detail (dict_id, label, value, dict_sort)
       select added.id, label, value, position
       from added, unnest($3::text[], $4::text[]) with ordinality as listed (label, value, position)`,
      [name, description, details.map(([label]) => label), details.map(([, value]) => value)],
    );
};

type MenuRow = {
  type: 0 | 1 | 2;
  title: string;
  path?: string;
  icon?: string;
  name?: string;
  component?: string;
  permission?: string;
  cache: boolean;
  roles: RoleName[];
  children: MenuRow[];
};

const rowOf = (menu: Directory | Page): MenuRow => {
  if (!('children' in menu)) {
    const buttons = (menu.buttons ?? []).map((button) => ({
      ...button,
      type: 2 as const,
      cache: false,
      children: [],
    }));
    return { cache: true, ...namesOf(menu), ...menu, type: 1, children: buttons };
  }
  const children = menu.children.map(rowOf);
  const holders = new Set(children.flatMap((child) => child.roles));
  return { ...menu, type: 0, cache: false, roles: [...holders], children };
};

const loadMenus = async (client: pg.ClientBase, rows: MenuRow[], pid: number | null = null) => {
  for (const [index, row] of rows.entries()) {
    const { rows: added } = await client.query<{ id: number }>(
      `insert into menu (pid, type, title, component_name, component, menu_sort, path, icon, permission, cache)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        pid,
        row.type,
        row.title,
        row.name,
        row.component,
        // Gaps, so that an administrator can put something between two of them.
        (index + 1) * 10,
        row.path,
        row.icon,
        row.permission,
        row.cache,
      ],
    );
    const { id } = added[0]!;
    await client.query(
      'insert into role_menu (role_id, menu_id) select id, $1 from role where name = any($2)',
      [id, row.roles],
    );
    await loadMenus(client, row.children, id);
  }
};
