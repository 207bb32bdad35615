import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import { buildTree, type Row, type TreeNode } from '@zhiping/shared/rules/dept/tree.ts';

/** Tables whose rows hang on each other by `pid`. */
type TreeTable = 'menu' | 'dept';

/**
 * Ids that a superior tree shows (wire.md §3): for each asked node its siblings, its parent's siblings and so on up to
 * the roots.
 */
export const superiorIds = (table: TreeTable, ids: readonly number[]): RawBuilder<number> => sql<number>`
  (with recursive above (id, pid) as (
    select id, pid from ${sql.table(table)} where id = any(${[...ids]}::bigint[])
    union
    select t.id, t.pid from ${sql.table(table)} t join above on t.id = above.pid
  )
  select t.id from ${sql.table(table)} t
  where t.pid is null or exists (select from above where above.pid = t.pid))`;

/**
 * Ids of these nodes and everything below them. Asked by themselves before they are used: inside of another statement
 * PostgreSQL takes them for most of the table. Children are looked up node by node, for the same reason.
 */
export const findSubtreeIds = async (db: Db, table: TreeTable, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`with recursive below (id) as (
    select id from ${sql.table(table)} where id = any(${[...ids]}::bigint[])
    union
    select child.id from below
      cross join lateral (select id from ${sql.table(table)} where pid = below.id offset 0) as child
  )
  select id from below`.execute(db);
  return rows.map(({ id }) => id);
};

type Shown<T> = T & { children?: Shown<T>[] };

/** Rows as trees; a node without any loaded child has no `children`, so that a client may load them. */
export const treeOf = <T extends Row>(rows: readonly T[]): Shown<T>[] => buildTree(rows).map(withoutEmpty);

const withoutEmpty = <T extends Row>({ children, ...node }: TreeNode<T>): Shown<T> =>
  ({
    ...node,
    ...(children.length > 0 ? { children: children.map((child) => withoutEmpty(child)) } : {}),
  }) as Shown<T>;
