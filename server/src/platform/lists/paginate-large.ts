import { type SelectQueryBuilder, sql } from 'kysely';
import type { Answers } from './answer-cache.ts';
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
const FEW = 2000;

/** So many rows are skipped along an index in less time than the rows of a page take. */
const NEAR = 2000;

/** The keys of more rows than that are too many to be remembered. */
const MANY = 300_000;

/** What a remembered row takes, as an object and as text, and what a key does. */
const KB_OF_ROW = 3;
const KB_OF_KEY = 0.01;

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

/** A query that gives the unique column as `key`, in this order or the reverse of it. */
const keysInOrder = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  terms: Ordering<DB, TB>['order'],
  isReversed = false,
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

const findKeys = async <DB, TB extends keyof DB, O>(
  { db, query }: LargeList<DB, TB, O>,
  terms: Ordering<DB, TB>['order'],
  { limit, offset, isReversed }: Part,
): Promise<number[]> => {
  const keys = keysInOrder(query, terms, isReversed);
  const { rows } = await sql<{ key: number }>`${keys} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ key }) => key);
};

/** The keys of all rows as one value, which is read much faster than a hundred thousand rows. */
const findAllKeys = async <DB, TB extends keyof DB, O>(
  { db, query }: LargeList<DB, TB, O>,
  terms: Ordering<DB, TB>['order'],
): Promise<number[]> => {
  const keys = keysInOrder(query, terms);
  const { rows } = await sql<{
    keys: number[] | null;
  }>`select array_agg(key) as keys from (${keys}) as found`.execute(db);
  return rows[0]?.keys ?? [];
};

/**
 * Unique columns of the rows of one page, and the number of all rows. Near either end of a list the rows before it are
 * skipped along an index. Of a page further inside, and of a list of few rows, all keys are asked for, in their order, and
 * remembered: to skip 25 000 rows for every such page takes PostgreSQL several times as long as to read the page. That few
 * rows are asked for without a limit matters: with one PostgreSQL would look for a rare pattern along the whole order,
 * since it takes every pattern of one or two characters for equally frequent.
 */
export const findPageKeys = async <DB, TB extends keyof DB, O>(
  list: LargeList<DB, TB, O>,
  { page, size, sort }: Paging,
): Promise<{ keys: number[]; totalElements: number }> => {
  const { answers, question, query, ordering } = list;
  const terms = orderTerms(sort, ordering);
  const totalElements = await answers(`count ${question}`, () => countOf(query));
  const offset = page * size;
  const behind = Math.max(0, totalElements - offset - size);
  if (totalElements > MANY || (totalElements > FEW && Math.min(offset, behind) <= NEAR)) {
    const isReversed = behind < offset;
    const limit = Math.min(size, totalElements - offset);
    if (limit <= 0) return { keys: [], totalElements };
    const keys = await findKeys(list, terms, { limit, offset: isReversed ? behind : offset, isReversed });
    return { keys: isReversed ? keys.toReversed() : keys, totalElements };
  }
  const all = await answers(
    `keys ${JSON.stringify(terms)} ${question}`,
    () => findAllKeys(list, terms),
    ({ length }) => length * KB_OF_KEY,
  );
  return { keys: all.slice(offset, offset + size), totalElements };
};

/**
 * A page as it is answered, remembered as a whole and frozen, so that http.ts writes it down once. The question names all
 * that the page depends on beside its place: filters, the reader's scope, and what the reader may not know or ask.
 */
export const rememberPage = <T extends Page<unknown>>(
  answers: Answers,
  question: string,
  { page, size, sort }: Paging,
  read: () => Promise<T>,
): Promise<T> =>
  answers(
    `page ${JSON.stringify([page, size, sort])} ${question}`,
    async () => Object.freeze(await read()),
    ({ content }) => 1 + content.length * KB_OF_ROW,
  );

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
