import { type SelectQueryBuilder, sql } from 'kysely';
import type { Answers } from './answer-cache.ts';
import { type Db, runPlanned } from '../database/db.ts';
import {
  byKeys,
  countOf,
  type Direction,
  type Key,
  type Ordering,
  orderTerms,
  type Page,
  type Paging,
} from './paginate.ts';

/** Up to so many rows are sorted faster than found along an index by the order, and their keys are remembered. */
const FEW = 2000;

/** Keys of a page that are remembered; larger pages are asked for by programs, once. */
const MOST_REMEMBERED = 100;

const REVERSE = { asc: 'desc', desc: 'asc' } as const satisfies Record<Direction, Direction>;

/** A list of a hundred thousand rows: what it is read from, and what all of its answers depend on beside the data. */
export type LargeList<DB, TB extends keyof DB, O> = {
  db: Db;
  answers: Answers;
  question: string;
  query: SelectQueryBuilder<DB, TB, O>;
  ordering: Ordering<DB, TB>;
};

type Part = { limit: number; offset: number; isReversed: boolean };

/** Unique columns of a part of the list, in its order or the reverse of it. */
const findKeys = async <DB, TB extends keyof DB, O>(
  { db, query }: LargeList<DB, TB, O>,
  terms: Ordering<DB, TB>['order'],
  part?: Part,
): Promise<Key[]> => {
  const names = terms.map((_, index) => sql.ref(`c${index}`));
  const columns = terms.map(([column], index) => sql`${sql.ref(column)}`.as(`c${index}`));
  const order = terms.map(
    ([, direction], index) =>
      sql`${names[index]} ${sql.raw(part?.isReversed ? REVERSE[direction] : direction)}`,
  );
  const rows = query.clearSelect().select(columns);
  // Behind `offset 0` rows are found by their filter and then sorted.
  const from = part ? rows : rows.offset(0);
  const limits = part ? sql`limit ${part.limit} offset ${part.offset}` : sql``;
  const { rows: found } = await sql<{ key: Key }>`select ${names.at(-1)} as key from ${from.as('found')}
    order by ${sql.join(order)} ${limits}`.execute(db);
  return found.map(({ key }) => key);
};

/**
 * Unique columns of the rows of one page, and the number of all rows. Rows that are skipped cost no more than their place
 * in an index; the second half of a list is read from its end. Few rows are found by their filter first and then sorted:
 * PostgreSQL would not do that by itself, since it takes every pattern of one or two characters for equally frequent, and
 * looks for a rare one along the whole order.
 */
export const findPageKeys = async <DB, TB extends keyof DB, O>(
  list: LargeList<DB, TB, O>,
  { page, size, sort }: Paging,
): Promise<{ keys: Key[]; totalElements: number }> => {
  const { answers, question, query, ordering } = list;
  // Before anything that is remembered: not everybody may ask for every order.
  const terms = orderTerms(sort, ordering);
  const totalElements = await answers(`count ${question}`, () => countOf(query));
  const offset = page * size;
  if (totalElements <= FEW) {
    const keys = await answers(`keys ${JSON.stringify(terms)} ${question}`, () => findKeys(list, terms));
    return { keys: keys.slice(offset, offset + size), totalElements };
  }
  const isReversed = offset > totalElements / 2;
  const limit = isReversed ? Math.min(size, totalElements - offset) : size;
  if (limit <= 0) return { keys: [], totalElements };
  const part = { limit, offset: isReversed ? totalElements - offset - limit : offset, isReversed };
  const ask = () => findKeys(list, terms, part);
  const keys =
    limit > MOST_REMEMBERED
      ? await ask()
      : await answers(`keys ${JSON.stringify([terms, part])} ${question}`, ask);
  return { keys: isReversed ? keys.toReversed() : keys, totalElements };
};

/** One page of such a list and the number of all its rows: first the place of the page, then its rows. */
export const paginateLarge = async <DB, TB extends keyof DB, O>(
  list: LargeList<DB, TB, O>,
  paging: Paging,
): Promise<Page<O>> => {
  const { keys, totalElements } = await findPageKeys(list, paging);
  if (keys.length === 0) return { content: [], totalElements };
  const rows = byKeys(list.query, keys, paging.sort, list.ordering);
  // What the statement gives is O; the types of the builder cannot say so for an open O.
  return {
    content: (await runPlanned(list.db, rows.compile(), { isOneOfMany: true })) as O[],
    totalElements,
  };
};
