import { type SelectQueryBuilder, type StringReference, sql } from 'kysely';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';
import { badRequest } from '../errors.ts';

export type Paging = { page: number; size: number; sort?: string[] | undefined };
export type Direction = 'asc' | 'desc';

/** The `sort` values of a call as pairs; an unknown field is refused with the names that are allowed. */
const sortTerms = (sort: string[] | undefined, sortable: Record<string, unknown>): [string, Direction][] =>
  (sort ?? []).map((term) => {
    const [field = '', direction = 'asc'] = term.split(',');
    if (!Object.hasOwn(sortable, field))
      throw badRequest(
        UNKNOWN_SORT,
        `不能按 ${field} 排序，可用的排序字段：${Object.keys(sortable).join('、')}`,
      );
    return [field, direction as Direction];
  });

/** Columns that a list may be sorted by, under the names of clients, and the default order. */
export type Ordering<DB, TB extends keyof DB> = {
  sortable: Record<string, StringReference<DB, TB>>;
  /** Must end with a unique column, so that pages are stable. */
  order: [StringReference<DB, TB>, Direction][];
};

/** The unique column. */
const uniqueOf = <DB, TB extends keyof DB>({ order }: Ordering<DB, TB>) =>
  (order.at(-1) as (typeof order)[number])[0];

/**
 * The columns of an order. What was asked for ends with the unique column in the direction of the rest, so that one index
 * serves it forwards and backwards.
 */
export const orderTerms = <DB, TB extends keyof DB>(
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
): Ordering<DB, TB>['order'] => {
  const asked = sortTerms(sort, ordering.sortable).map(
    ([field, direction]) => [ordering.sortable[field], direction] as Ordering<DB, TB>['order'][number],
  );
  const last = asked.at(-1);
  return last ? [...asked, [uniqueOf(ordering), last[1]]] : ordering.order;
};

/** The query in the order that was asked for. */
const sorted = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
): SelectQueryBuilder<DB, TB, O> =>
  orderTerms(sort, ordering).reduce((rows, [column, direction]) => rows.orderBy(column, direction), query);

export type Page<O> = { content: O[]; totalElements: number };

/** One page of a query and the number of all its rows, in two statements. */
export const paginate = async <DB, TB extends keyof DB, O>(
  paging: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
): Promise<Page<O>> => {
  const [content, totalElements] = await Promise.all([pageOf(paging, query, ordering), countOf(query)]);
  return { content, totalElements };
};

export const countOf = async <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> => {
  const { total } = (await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number };
  return total;
};

const pageOf = <DB, TB extends keyof DB, O>(
  { page, size, sort }: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
): Promise<O[]> =>
  sorted(query, sort, ordering)
    .limit(size)
    .offset(page * size)
    .execute();

/**
 * Pages of a table that only grows: both the count and the pages end at `most` rows, so that the time of a call does not
 * depend on how many there are.
 */
export const paginateUpTo = async <DB, TB extends keyof DB, O>(
  most: number,
  paging: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
): Promise<Page<O>> => {
  const size = Math.min(paging.size, Math.max(0, most - paging.page * paging.size));
  const [content, counted] = await Promise.all([
    size > 0 ? pageOf({ ...paging, size }, query, ordering) : [],
    query
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(most)
      .execute(),
  ]);
  return { content, totalElements: counted.length };
};

export type Key = string | number;

/** The rows of a query with these unique columns, in the order that was asked for. */
export const byKeys = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  keys: Key[],
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
): SelectQueryBuilder<DB, TB, O> =>
  sorted(query.where(sql<boolean>`${sql.ref(uniqueOf(ordering))} = any(${keys})`), sort, ordering);

const keysOf = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
) => {
  const keyed = query
    .clearSelect()
    .select(sql<Key>`${sql.ref(uniqueOf(ordering))}`.as('key'))
    .$castTo<{ key: Key }>();
  return sorted(keyed, sort, ordering);
};

/** The unique columns of all rows of a query, in the order that was asked for. */
export const findAllKeys = async <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
): Promise<Key[]> => (await keysOf(query, sort, ordering).execute()).map(({ key }) => key);

/**
 * As `paginate`, for rows that are joined from many tables: the page is found by its keys, for which the database leaves out
 * every left join that neither filter nor order needs, and only its rows are joined.
 */
export const paginateByKeys = async <DB, TB extends keyof DB, O>(
  { page, size, sort }: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
): Promise<Page<O>> => {
  const paged = keysOf(query, sort, ordering)
    .limit(size)
    .offset(page * size);
  const [keys, totalElements] = await Promise.all([paged.execute(), countOf(query)]);
  const wanted = keys.map(({ key }) => key);
  const content = wanted.length > 0 ? await byKeys(query, wanted, sort, ordering).execute() : [];
  return { content, totalElements };
};

const BATCH_SIZE = 500;

/**
 * Every row of a query, a few hundred at a time: what an export reads. Which rows, and in which order, is asked at the
 * start; between the parts no connection is held and no statement runs, however slowly a download is read. A row that is
 * deleted meanwhile is left out.
 */
export async function* streamed<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string[] | undefined,
  ordering: Ordering<DB, TB>,
): AsyncGenerator<O> {
  const keys = await findAllKeys(query, sort, ordering);
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const rows = byKeys(query, keys.slice(start, start + BATCH_SIZE), sort, ordering);
    // execute() returns O; the types of the builder cannot express an open O.
    yield* (await rows.execute()) as O[];
  }
}
