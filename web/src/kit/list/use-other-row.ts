import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call } from '../../lib/api.ts';
import { hasKeyFilter, type List, rowQuery } from './list.ts';
import type { RowKey } from '../hooks/use-selection.ts';

/** How rows are identified. `keyParam` is the parameter of the endpoint that filters by the key, `id` by default. */
export type RowId<T> = { idOf: (row: T) => RowKey; keyParam?: string };

/**
 * A row as the server has it now; undefined if it is gone or the user may not read it. A list that cannot be filtered
 * by key is searched on its current page.
 */
export const findRow = async <T>(
  list: List<T>,
  { idOf, keyParam = 'id' }: RowId<T>,
  id: RowKey,
  signal?: AbortSignal,
) => {
  const query = hasKeyFilter(list, keyParam) ? rowQuery(list, { [keyParam]: id }) : list.query;
  const { content } = (await call<Endpoint>(list.endpoint, { query, signal } as object)) as { content: T[] };
  return content.find((row) => String(idOf(row)) === String(id));
};

/**
 * The row that the address names, fetched if it is not on the current page of the list. `isUnknown` if the list cannot
 * be filtered by key, so that the row may be on another page.
 */
export const useOtherRow = <T>(list: List<T>, rowId: RowId<T>, id: string | null) => {
  const { idOf, keyParam = 'id' } = rowId;
  const isElsewhere =
    id !== null && list.result.isSuccess && !list.rows.some((row) => String(idOf(row)) === id);
  const isFindable = hasKeyFilter(list, keyParam);
  const { data, isFetching } = useQuery({
    queryKey: [list.endpoint.path, rowQuery(list, { [keyParam]: id })],
    // The query cache does not accept undefined.
    queryFn: async ({ signal }) => (await findRow(list, rowId, id as string, signal)) ?? null,
    enabled: isElsewhere && isFindable && /^\d+$/.test(id),
  });
  return {
    row: isElsewhere ? (data ?? undefined) : undefined,
    isFetching,
    isUnknown: isElsewhere && !isFindable,
  };
};
