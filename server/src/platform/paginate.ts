import { type ReferenceExpression, type SelectQueryBuilder, type StringReference, sql } from 'kysely';
import { badRequest } from './errors.ts';

export type Paging = { page: number; size: number; sort?: string[] | undefined };
type Direction = 'asc' | 'desc';

/** The `sort` values of a call as pairs; an unknown field is refused with the names that are allowed. */
const sortTerms = (sort: string[] | undefined, sortable: Record<string, unknown>): [string, Direction][] =>
  (sort ?? []).map((term) => {
    const [field = '', direction = 'asc'] = term.split(',');
    if (!Object.hasOwn(sortable, field))
      throw badRequest(
        'input.unknown_sort',
        `不能按 ${field} 排序，可用的排序字段：${Object.keys(sortable).join('、')}`,
      );
    return [field, direction as Direction];
  });

/** What a list may be sorted by, under the names that clients use, and the total order behind it. */
export type Ordering<DB, TB extends keyof DB> = {
  sortable: Record<string, ReferenceExpression<DB, TB>>;
  /** Must end with a unique column, so that pages are stable. */
  order: [StringReference<DB, TB>, Direction][];
};

/** The query in the order that was asked for. */
export const sorted = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string[] | undefined,
  { sortable, order }: Ordering<DB, TB>,
): SelectQueryBuilder<DB, TB, O> => {
  const asked = sortTerms(sort, sortable).map(
    ([field, direction]) => [sortable[field], direction] as (typeof order)[number],
  );
  return [...asked, ...order].reduce((rows, [column, direction]) => rows.orderBy(column, direction), query);
};

type Page<O> = { content: O[]; totalElements: number };

/** Asks how many there are, or remembers it (count-cache.ts). */
type Counting = (count: () => Promise<number>) => Promise<number>;

/** One page of a query and the number of all its rows, in two statements. */
export const paginate = async <DB, TB extends keyof DB, O>(
  paging: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  ordering: Ordering<DB, TB>,
  counting: Counting = (count) => count(),
): Promise<Page<O>> => {
  const [content, totalElements] = await Promise.all([
    pageOf(paging, query, ordering),
    counting(() => countOf(query)),
  ]);
  return { content, totalElements };
};

const countOf = async <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> => {
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

const STREAMED_AT_ONCE = 500;

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
  const [unique] = ordering.order.at(-1) as (typeof ordering.order)[number];
  const keyed = query
    .clearSelect()
    .select(sql<string | number>`${sql.ref(unique)}`.as('key'))
    .$castTo<{ key: string | number }>();
  const found = await sorted(keyed, sort, ordering).execute();
  const keys = found.map(({ key }) => key);
  for (let start = 0; start < keys.length; start += STREAMED_AT_ONCE) {
    const part = keys.slice(start, start + STREAMED_AT_ONCE);
    const rows = query.where(sql<boolean>`${sql.ref(unique)} = any(${part})`);
    // What execute() gives is O; the types of the builder cannot say so for an open O.
    yield* (await sorted(rows, sort, ordering).execute()) as O[];
  }
}
