import { type RawBuilder, sql } from 'kysely';
import type { Principal } from './principal.ts';

/**
 * The condition that a row belongs to a department which the reader may see (wire.md §3, data scope). It is the only
 * place that turns a scope into SQL; a reader without any department sees nothing.
 */
export const inDeptScope = (reader: Principal, column: string): RawBuilder<boolean> =>
  reader.deptScope === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...reader.deptScope]}::bigint[])`;
