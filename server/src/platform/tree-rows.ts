import { type RawBuilder, sql } from 'kysely';
import { buildTree, type Row, type TreeNode } from '@zhiping/shared/rules/tree.ts';

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

/** Ids of these nodes and everything below them. */
export const subtreeIds = (table: TreeTable, ids: readonly number[]): RawBuilder<number> => sql<number>`
  (with recursive below (id) as (
    select id from ${sql.table(table)} where id = any(${[...ids]}::bigint[])
    union
    select t.id from ${sql.table(table)} t join below on t.pid = below.id
  )
  select id from below)`;

type Shown<T> = T & { children?: Shown<T>[] };

/** Rows as trees; a node without any loaded child has no `children`, so that a client may load them. */
export const treeOf = <T extends Row>(rows: readonly T[]): Shown<T>[] => buildTree(rows).map(withoutEmpty);

const withoutEmpty = <T extends Row>({ children, ...node }: TreeNode<T>): Shown<T> =>
  ({
    ...node,
    ...(children.length > 0 ? { children: children.map((child) => withoutEmpty(child)) } : {}),
  }) as Shown<T>;
