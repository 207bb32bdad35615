import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useCallback, useContext, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { ApiError, call, type Answer } from './api.ts';
import { notify } from './notify.ts';
import { TabContext } from './tab-context.ts';

/** `paged`: without it, tree endpoints return whole levels. */
const PAGES = { size: 20, paged: true };

type Page<T> = { content: T[]; totalElements: number };
type Paging = { page: number; size: number; sort?: string[] };
type ListEndpoint = Endpoint<z.ZodType, z.ZodType<Paging>, z.ZodType, z.ZodType<Page<unknown>>>;

type ListQuery<E extends ListEndpoint> = z.output<E['query']>;
export type ListRow<E extends ListEndpoint> = Answer<E>['content'][number];
/** Undefined or an empty string removes a filter from the address. */
type ListPatch<E extends ListEndpoint> = {
  [K in keyof ListQuery<E>]?: ListQuery<E>[K] | '' | undefined;
};
export type ListState<E extends ListEndpoint> = ReturnType<typeof useList<E>>;

const valuesOf = (params: URLSearchParams) => {
  const names = new Set(params.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : values[0]] as const;
    }),
  );
};

/**
 * Parses the parameters of an address with the schema of the endpoint; an invalid value falls back to its default.
 * Pages count from 1 in the address, and from 0 in the API.
 */
export const parseQuery = <Q extends z.ZodType>(schema: Q, params: URLSearchParams): z.output<Q> => {
  const values: Record<string, unknown> = { ...PAGES, ...valuesOf(params) };
  for (const name of Object.keys(values)) if (values[name] === '') delete values[name];
  if ('page' in values) values['page'] = Number(values['page']) - 1;
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete values[String(issue.path[0])];
  return schema.parse({ ...PAGES, ...values });
};

/** Names of filters in the address with invalid values, from an old link or an outdated saved view. */
export const invalidFilters = (schema: z.ZodType, params: URLSearchParams): string[] => {
  const { page: _page, size: _size, sort: _sort, ...filters } = valuesOf(params);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const issues = schema.safeParse({ ...PAGES, ...given }).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path[0])))].filter((name) => name in given);
};

/** The parameters with a patch applied. Every change except one of the page returns to the first page. */
export const patchParams = (params: URLSearchParams, patch: Record<string, unknown>): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (!('page' in patch)) next.delete('page');
  for (const [name, value] of Object.entries(patch)) {
    next.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (name === 'page' && typeof one === 'number') {
        if (one > 0) next.append(name, String(one + 1));
      } else if (one !== undefined && one !== null && one !== '') next.append(name, String(one));
    }
  }
  return next;
};

/** The page to show if a deletion has left the requested one empty; counts from 0. */
export const lastPage = (total: number, size: number) => Math.max(0, Math.ceil(total / size) - 1);

/**
 * A list whose state is in the address: filters, page and order survive reloads and Back, and can be shared as a link.
 */
export function useList<E extends ListEndpoint>(endpoint: E) {
  const [params, setParams] = useSearchParams();
  const { setSearch } = useContext(TabContext);
  const query = useMemo(() => parseQuery(endpoint.query, params), [endpoint, params]) as ListQuery<E>;

  const result = useQuery({
    queryKey: [endpoint.path, { query }],
    queryFn: ({ signal }) => call<Endpoint>(endpoint, { query, signal } as object) as Promise<Answer<E>>,
    placeholderData: keepPreviousData,
  });

  /** `replace` while typing, so that Back leaves the list instead of undoing letters. */
  const set = useCallback(
    (patch: ListPatch<E>, { replace = false }: { replace?: boolean } = {}) => {
      // Reads the current address instead of the last render's, so that a second change in a row does not undo the
      // first.
      const next = patchParams(new URLSearchParams(window.location.search), patch);
      setSearch(next.size > 0 ? `?${next.toString()}` : '');
      setParams(next, { replace });
    },
    [setParams, setSearch],
  );

  const { error } = result;
  // The name from the address; the server's message also lists the fields of the API.
  const unknownSort =
    error instanceof ApiError && error.code === UNKNOWN_SORT
      ? String(query.sort ?? '').split(',')[0]
      : undefined;
  useEffect(() => {
    if (unknownSort === undefined) return;
    notify.info(`不能按 ${unknownSort} 排序，现按默认顺序显示`);
    set({ sort: undefined } as ListPatch<E>, { replace: true });
  }, [unknownSort, set]);

  // Removes invalid filters with a warning, because the rows are not filtered by them.
  const invalid = useMemo(() => invalidFilters(endpoint.query, params).join(','), [endpoint, params]);
  useEffect(() => {
    if (invalid === '') return;
    notify.warning('有的筛选条件已不存在，没有按它筛选');
    set(Object.fromEntries(invalid.split(',').map((name) => [name, undefined])) as ListPatch<E>, {
      replace: true,
    });
  }, [invalid, set]);

  const asked = params.get('page');
  const isPageInvalid = asked !== null && !(Number.isInteger(Number(asked)) && Number(asked) > 1);
  useEffect(() => {
    if (isPageInvalid) set({ page: undefined } as ListPatch<E>, { replace: true });
  }, [isPageInvalid, set]);

  const rows = (result.data?.content ?? []) as ListRow<E>[];
  const total = result.data?.totalElements ?? 0;
  const beyond = result.isSuccess && !result.isPlaceholderData && rows.length === 0 && total > 0;
  useEffect(() => {
    if (!beyond) return;
    setParams((previous) => patchParams(previous, { page: lastPage(total, query.size) }), { replace: true });
  }, [beyond, total, query.size, setParams]);

  const shown = unknownSort === undefined ? result : { ...result, isError: false, isPending: true };
  return { endpoint, query, set, rows, total, result: shown };
}
