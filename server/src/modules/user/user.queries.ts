import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { type Db, wordPattern } from '../../platform/database/db.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { type Ordering, type Paging, streamed } from '../../platform/lists/paginate.ts';
import { paginateLarge } from '../../platform/lists/paginate-large.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

type UserFilters = {
  blurry?: string;
  enabled?: boolean;
  createTime?: [Date, Date];
  deptId?: number;
  id?: number;
};

/** Users of the reader's departments, and the reader: the one condition behind list, count, export and every write. */
export const visibleUsers =
  (reader: Principal) =>
  (where: ExpressionBuilder<Schema, 'sys_user'>): ExpressionWrapper<Schema, 'sys_user', SqlBool> =>
    where.or([inDeptScope(reader, 'sys_user.dept_id'), where('sys_user.id', '=', reader.userId)]);

const named = (table: 'role' | 'job') => {
  const link = sql.table(`user_${table}`);
  const key = sql.ref(`${table}_id`);
  return sql`(select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from ${link} l join ${sql.table(table)} t
    on t.id = l.${key} where l.user_id = sys_user.id)`;
};

type NamedRow = { id: number; name: string };
type RoleRow = NamedRow & { level: number; data_scope: string };

/** Ids of the department that a filter names, with what is below it. */
const deptIdsOf = async (db: Db, { deptId }: UserFilters) =>
  deptId === undefined ? undefined : findSubtreeIds(db, 'dept', [deptId]);

const selectUsers = (
  db: Db,
  reader: Principal,
  { blurry, enabled, createTime, id }: UserFilters,
  deptIds: number[] | undefined,
) =>
  db
    .selectFrom('sys_user')
    .select([
      'id',
      'username',
      'nick_name as nickName',
      'gender',
      'phone',
      'email',
      'avatar_name as avatarName',
      'enabled',
      'pwd_reset_time as pwdResetTime',
      'create_time as createTime',
      'version',
      sql<NamedRow | null>`(select jsonb_build_object('id', d.id, 'name', d.name) from dept d where d.id = sys_user.dept_id)`.as(
        'dept',
      ),
      named('role').$castTo<RoleRow[]>().as('roles'),
      named('job').$castTo<NamedRow[]>().as('jobs'),
    ])
    .where(visibleUsers(reader))
    .$call(whereGiven(blurry, (rows, given) => rows.where('search_text', 'like', wordPattern(given))))
    .$call(whereGiven(enabled, (rows, given) => rows.where('enabled', '=', given)))
    .$call(whereGiven(deptIds, (rows, given) => rows.where(sql<boolean>`dept_id = any(${given}::bigint[])`)))
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

const userOf = (row: Row) => ({
  ...row,
  avatarPath: row.avatarName && `/title/avatar/${row.avatarName}`,
  roles: row.roles.map(({ id, name, level, data_scope: dataScope }) => ({ id, name, level, dataScope })),
});

const ordering = {
  sortable: {
    id: 'id',
    username: 'username',
    nickName: 'nick_name',
    enabled: 'enabled',
    createTime: 'create_time',
  },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],
} satisfies Ordering<Schema, 'sys_user'>;

export const findUsers = async (
  db: Db,
  reader: Principal,
  { page, size, sort, ...filters }: Paging & UserFilters,
) => {
  const query = selectUsers(db, reader, filters, await deptIdsOf(db, filters));
  const found = await paginateLarge({ db, query, ordering }, { page, size, sort });
  return { ...found, content: found.content.map(userOf) };
};

export async function* streamUsers(
  db: Db,
  reader: Principal,
  query: Pick<Paging, 'sort'> & UserFilters,
): AsyncGenerator<Row> {
  yield* streamed(selectUsers(db, reader, query, await deptIdsOf(db, query)), query.sort, ordering);
}
