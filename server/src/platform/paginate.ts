import { type ReferenceExpression, type SelectQueryBuilder } from 'kysely';
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

/**
 * One page of a query and the number of all its rows, in two statements. `sortable` maps the names that clients may sort
 * by to columns; `order` is used after them, must be total (end with a unique column), and makes pages stable.
 */
export const paginate = async <DB, TB extends keyof DB, O>(
  { page, size, sort }: Paging,
  query: SelectQueryBuilder<DB, TB, O>,
  sortable: Record<string, ReferenceExpression<DB, TB>>,
  order: [ReferenceExpression<DB, TB>, Direction][],
): Promise<{ content: O[]; totalElements: number }> => {
  const asked = sortTerms(sort, sortable).map(
    ([field, direction]) => [sortable[field], direction] as (typeof order)[number],
  );
  const ordered = [...asked, ...order].reduce(
    (sorted, [column, direction]) => sorted.orderBy(column, direction),
    query,
  );
  const [content, counted] = await Promise.all([
    ordered
      .limit(size)
      .offset(page * size)
      .execute(),
    query
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { content, totalElements: (counted as { total: number }).total };
};
