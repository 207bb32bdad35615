import { type SelectQueryBuilder, sql } from 'kysely';
import { type Db, runPlanned } from '../database/db.ts';
import {
  byKeys,
  countOf,
  type Direction,
  type Ordering,
  orderTerms,
  type Page,
  type Paging,
} from './paginate.ts';

/** Up to so many rows are sorted faster than found along an index by the order. */
const FEW_ROWS = 2000;

const REVERSE = { asc: 'desc', desc: 'asc' } as const satisfies Record<Direction, Direction>;

/** A list of a hundred thousand rows. */
type LargeList<DB, TB extends keyof DB, O> = {
  db: Db;
  query: SelectQueryBuilder<DB, TB, O>;
  ordering: Ordering<DB, TB>;
};

/** A query that gives the unique column as `key`, in this order or the reverse of it. */
const keysInOrder = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  terms: Ordering<DB, TB>['order'],
  isReversed: boolean,
) => {
  const names = terms.map((_, index) => sql.ref(`c${index}`));
  const columns = terms.map(([column], index) => sql`${sql.ref(column)}`.as(`c${index}`));
  const order = terms.map(
    ([, direction], index) => sql`${names[index]} ${sql.raw(isReversed ? REVERSE[direction] : direction)}`,
  );
  return sql<{
    key: number;
  }>`select ${names.at(-1)} as key from ${query.clearSelect().select(columns).as('found')}
    order by ${sql.join(order)}`;
};

/**
 * Unique columns of the rows of one page, and the number of all rows. The rows before a page are skipped along an index,
 * in the second half of a list from its end. Of few rows all keys are asked for: with a limit PostgreSQL would look for a
 * rare pattern along the whole order, since it takes every pattern of one or two characters for equally frequent.
 */
export const findPageKeys = async <DB, TB extends keyof DB, O>(
  { db, query, ordering }: LargeList<DB, TB, O>,
  { page, size, sort }: Paging,
): Promise<{ keys: number[]; totalElements: number }> => {
  const terms = orderTerms(sort, ordering);
  const totalElements = await countOf(query);
  const offset = page * size;
  const limit = Math.min(size, totalElements - offset);
  if (limit <= 0) return { keys: [], totalElements };
  if (totalElements <= FEW_ROWS) {
    const { rows } = await keysInOrder(query, terms, false).execute(db);
    return { keys: rows.slice(offset, offset + size).map(({ key }) => key), totalElements };
  }
  const behind = totalElements - offset - limit;
  const isReversed = behind < offset;
  const keys = keysInOrder(query, terms, isReversed);
  const { rows } = await sql<{
    key: number;
  }>`${keys} limit ${limit} offset ${isReversed ? behind : offset}`.execute(db);
  const found = rows.map(({ key }) => key);
  return { keys: isReversed ? found.reverse() : found, totalElements };
};

/** One page of such a list and the number of all its rows: first the place of the page, then its rows. */
export const paginateLarge = async <DB, TB extends keyof DB, O>(
  list: LargeList<DB, TB, O>,
  paging: Paging,
): Promise<Page<O>> => {
  const { keys, totalElements } = await findPageKeys(list, paging);
  if (keys.length === 0) return { content: [], totalElements };
  const rows = byKeys(list.query, keys, paging.sort, list.ordering);
  // The statement returns O; the types of the builder cannot express an open O.
  return {
    content: (await runPlanned(list.db, rows.compile(), { isOneOfMany: true })) as O[],
    totalElements,
  };
};
