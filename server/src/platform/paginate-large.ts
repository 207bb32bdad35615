import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import {
  type Counting,
  countOf,
  type Direction,
  findByKeys,
  type Key,
  type Ordering,
  orderTerms,
  type Page,
  type Paging,
} from './paginate.ts';

/** Up to so many rows are sorted faster than found along an index by the order. */
const FEW = 2000;

const REVERSE = { asc: 'desc', desc: 'asc' } as const satisfies Record<Direction, Direction>;

/**
 * Unique columns of the rows of one page, out of `total`. Rows that are skipped cost no more than their place in an index;
 * the second half of a list is read from its end. Few rows are found by their filter first and then sorted: PostgreSQL
 * would not do that by itself, since it takes every pattern of one or two characters for equally frequent, and looks for
 * a rare one along the whole order.
 */
export const findPageKeys = async <DB, TB extends keyof DB, O>(
  db: Db,
  { page, size, sort }: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
  total: number,
): Promise<Key[]> => {
  const offset = page * size;
  const isFromEnd = offset > total / 2;
  const wanted = isFromEnd ? Math.min(size, total - offset) : size;
  if (wanted <= 0) return [];
  const terms = orderTerms(sort, ordering).map(([column, direction]) => ({
    column: sql.ref(column),
    direction: sql.raw(isFromEnd ? REVERSE[direction] : direction),
  }));
  const columns = terms.map(({ column }, index) => sql`${column}`.as(`c${index}`));
  const rows = query.clearSelect().select(columns);
  const fenced = total > FEW ? rows : rows.offset(0);
  const order = terms.map(({ direction }, index) => sql`${sql.ref(`c${index}`)} ${direction}`);
  const skipped = isFromEnd ? total - offset - wanted : offset;
  const key = sql.ref(`c${terms.length - 1}`);
  const { rows: found } = await sql<{ key: Key }>`select ${key} as key from ${fenced.as('found')}
    order by ${sql.join(order)} limit ${wanted} offset ${skipped}`.execute(db);
  const keys = found.map((row) => row.key);
  return isFromEnd ? keys.toReversed() : keys;
};

/**
 * One page of a table of a hundred thousand rows, and the number of all: the number first (remembered, where `counting`
 * does so), then the place of the page, then its rows.
 */
export const paginateLarge = async <DB, TB extends keyof DB, O>(
  db: Db,
  paging: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
  counting: Counting,
): Promise<Page<O>> => {
  const totalElements = await counting(() => countOf(query));
  const keys = await findPageKeys(db, paging, query, ordering, totalElements);
  return { content: await findByKeys(query, keys, paging.sort, ordering), totalElements };
};
