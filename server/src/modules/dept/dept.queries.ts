import { sql } from 'kysely';
import { levelOf } from '@zhiping/shared/endpoint.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { superiorIds, treeOf } from '../../platform/database/tree-rows.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

type DeptFilters = {
  paged?: boolean;
  id?: number;
  name?: string;
  enabled?: boolean;
  pid?: number;
  createTime?: [Date, Date];
  flat?: boolean;
};

const selectDepts = (db: Db, reader: Principal) =>
  db
    .selectFrom('dept')
    .select([
      'id',
      'pid',
      'name',
      'name as label',
      'enabled',
      'sort as deptSort',
      'version',
      'create_time as createTime',
      sql<number>`(select count(*) from dept child where child.pid = dept.id and ${inDeptScope(reader, 'child.id')})`.as(
        'subCount',
      ),
    ])
    .where(inDeptScope(reader, 'dept.id'));

type Row = Awaited<ReturnType<ReturnType<typeof selectDepts>['execute']>>[number];
const withLeaf = (row: Row) => ({ ...row, hasChildren: row.subCount > 0, leaf: row.subCount === 0 });

const ordering = {
  sortable: { id: 'id', name: 'name', deptSort: 'sort', enabled: 'enabled', createTime: 'create_time' },
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
} satisfies Ordering<Schema, 'dept'>;

/** A root of the reader's view: without a parent, or with one outside the scope. */
const isVisibleRoot = (reader: Principal) => {
  if (reader.deptScope === null) return sql<boolean>`dept.pid is null`;
  return sql<boolean>`(dept.pid is null or dept.pid <> all(${[...reader.deptScope]}::bigint[]))`;
};

/** Pickers of stock clients ask for the tops of the tree by `enabled=true` alone. */
const asksForRoots = ({ id, name, enabled, pid, createTime, flat }: DeptFilters) =>
  !(flat && enabled !== undefined) && id === undefined && !name && enabled !== false && !pid && !createTime;

/** Where a department stands, in words, as far up as the reader sees. */
export const chainOf = (reader: Principal) => sql<string | null>`(
  with recursive above (pid, name, height) as (
    select up.pid, up.name, 1 from dept up where up.id = dept.pid and ${inDeptScope(reader, 'up.id')}
    union all
    select up.pid, up.name, height + 1 from dept up join above on up.id = above.pid
    where ${inDeptScope(reader, 'up.id')}
  )
  select string_agg(name, ' › ' order by height desc) from above)`;

const filtered = (db: Db, reader: Principal, filters: DeptFilters) => {
  const { id, name, enabled, pid, createTime } = filters;
  return selectDepts(db, reader)
    .select((pid ? sql<null>`null` : chainOf(reader)).as('chain'))
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(pid || undefined, (rows, given) => rows.where('pid', '=', given)))
    .$call(whereGiven(name, (rows, given) => rows.where('search_text', 'like', likePattern(given))))
    .$call(whereGiven(enabled, (rows, given) => rows.where('enabled', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));
};

/** Children of `pid`, flat matches of a filter, or without any the roots of what the reader may see. */
export const findDepts = async (db: Db, reader: Principal, query: Paging & DeptFilters) => {
  const asked = filtered(db, reader, query).$if(asksForRoots(query), (rows) =>
    rows.where(isVisibleRoot(reader)),
  );
  const page = await paginate(levelOf(query), asked, ordering);
  return { ...page, content: page.content.map(withLeaf) };
};

/** An export of everything means everything, not the roots. */
export const streamDepts = (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & DeptFilters) =>
  streamed(filtered(db, reader, query), query.sort, ordering);

type Superior = { ids: number[]; withChildren: boolean; exclude: boolean };

/** The way from the roots to these nodes with all siblings, as trees. */
export const findDeptSuperiors = async (
  db: Db,
  reader: Principal,
  { ids, withChildren, exclude }: Superior,
) => {
  const rows = await selectDepts(db, reader)
    .where((where) =>
      where.or([
        sql<boolean>`dept.id in ${superiorIds('dept', ids)}`,
        ...(withChildren && ids.length > 0 ? [where('pid', 'in', ids)] : []),
      ]),
    )
    .$if(exclude && ids.length > 0, (shown) => shown.where('id', 'not in', ids))
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return { content: treeOf(rows.map(withLeaf)), totalElements: rows.length };
};
