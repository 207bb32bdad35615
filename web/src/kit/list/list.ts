import type { UseQueryResult } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { z } from 'zod';

/**
 * Result of `useList` for parts that serve every list. `set` is a method, so that the narrower parameter types of each
 * endpoint fit.
 */
export type List<T> = {
  endpoint: Endpoint;
  query: { page: number; size: number; sort?: string[] };
  rows: readonly T[];
  total: number;
  result: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'isSuccess' | 'isError' | 'error' | 'refetch'>;
  set(patch: Record<string, unknown>, options?: { replace?: boolean }): void;
};

export type FilterName<L extends List<unknown>> = Exclude<
  keyof L['query'] & string,
  'page' | 'size' | 'paged' | 'sort'
>;

const fieldOf = ({ query }: Endpoint, name: string) =>
  query instanceof z.ZodObject ? (query.shape[name] as z.ZodType | undefined) : undefined;

/** A required parameter, such as the cycle of a round, identifies the list and is no filter. */
const isRequired = (endpoint: Endpoint, name: string) => {
  const field = fieldOf(endpoint, name);
  return field !== undefined && !field.safeParse(undefined).success;
};

/** The part of a list that its filters need. */
type Filtered = Pick<List<unknown>, 'endpoint' | 'query' | 'set'>;

const activeFilters = ({ endpoint, query }: Filtered) =>
  Object.entries(query as Record<string, unknown>)
    .filter(
      ([name, value]) =>
        !['page', 'size', 'paged', 'sort'].includes(name) &&
        value !== undefined &&
        value !== '' &&
        !isRequired(endpoint, name),
    )
    .map(([name]) => name);

export const hasFilters = (list: Filtered) => activeFilters(list).length > 0;

export const clearFilters = (list: Filtered) =>
  list.set(Object.fromEntries(activeFilters(list).map((name) => [name, undefined])));

/** Whether the list can be narrowed to one row by this parameter. */
export const hasKeyFilter = ({ endpoint }: Pick<List<unknown>, 'endpoint'>, name: string) =>
  fieldOf(endpoint, name) !== undefined && !isRequired(endpoint, name);

/** The query for the row with this key, whatever filters and page are chosen. */
export const rowQuery = ({ endpoint, query }: Pick<List<unknown>, 'endpoint' | 'query'>, key: object) => {
  const required = Object.entries(query).filter(([name]) => isRequired(endpoint, name));
  return { ...Object.fromEntries(required), ...key, page: 0, size: 1 };
};

/** Filters and order without the page, because an export contains all pages. */
export const exportedQuery = (list: List<unknown>): Record<string, unknown> => {
  const { page: _page, size: _size, ...query } = list.query;
  return query;
};
