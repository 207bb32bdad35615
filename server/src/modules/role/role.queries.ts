import { sql } from 'kysely';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type RoleFilters = { id?: number; blurry?: string; createTime?: [Date, Date] };

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
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as number))
    .$if(!!blurry, (rows) =>
      rows.where(
        sql<boolean>`lower(name || ' ' || coalesce(description, '')) like ${likePattern(blurry as string)}`,
      ),
    )
    .$if(!!createTime, (rows) =>
      rows
        .where('create_time', '>=', createTime?.[0] as Date)
        .where('create_time', '<=', createTime?.[1] as Date),
    );

const ordering = {
  sortable: { id: 'id', name: 'name', level: 'level', createTime: 'create_time' },
  order: [
    ['level', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'role'>;

export const findRoles = (db: Db, query: Paging & RoleFilters) =>
  paginate(query, selectRoles(db, query), ordering);

export const streamRoles = (db: Db, query: Pick<Paging, 'sort'> & RoleFilters) =>
  streamed(selectRoles(db, query), query.sort, ordering);

export const findRole = async (db: Db, id: number) => {
  const role = await selectRoles(db, {}).where('id', '=', id).executeTakeFirst();
  if (!role) throw notFound('角色');
  return role;
};
