import { sql } from 'kysely';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { abilitiesOn } from './role.policy.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

type RoleFilters = { id?: number; blurry?: string; createTime?: [Date, Date] };

const selectRoles = (db: Db, { id, blurry, createTime }: RoleFilters) =>
  db
    .selectFrom('role')
    .select([
      'id',
      'name',
      'level',
      'description',
      'data_scope as dataScope',
      'version',
      'create_time as createTime',
      sql<
        { id: number }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', menu_id) order by menu_id), '[]')
        from role_menu where role_id = role.id)`.as('menus'),
      sql<
        { id: number; name: string }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name)
        order by d.id), '[]') from role_dept rd join dept d on d.id = rd.dept_id where rd.role_id = role.id)`.as(
        'depts',
      ),
    ])
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(
      whereGiven(blurry, (rows, given) =>
        rows.where(sql<boolean>`lower(name || ' ' || coalesce(description, '')) like ${likePattern(given)}`),
      ),
    )
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

const ordering = {
  sortable: { id: 'id', name: 'name', level: 'level', createTime: 'create_time' },
  order: [
    ['level', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'role'>;

export const findRoles = async (db: Db, reader: Principal, query: Paging & RoleFilters) => {
  const page = await paginate(query, selectRoles(db, query), ordering);
  return { ...page, content: page.content.map((role) => ({ ...role, can: abilitiesOn(reader, role) })) };
};

export const streamRoles = (db: Db, query: Pick<Paging, 'sort'> & RoleFilters) =>
  streamed(selectRoles(db, query), query.sort, ordering);

export const findRole = async (db: Db, reader: Principal, id: number) => {
  const role = await selectRoles(db, {}).where('id', '=', id).executeTakeFirst();
  if (!role) throw notFound('角色');
  return { ...role, can: abilitiesOn(reader, role) };
};
