import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call } from '../../lib/api.ts';
import type { List } from './list.ts';
import type { RowKey } from '../hooks/use-selection.ts';

/** A row as the server has it now; undefined if it is gone or the user may not read it. */
export const findRow = async <T>(
  list: List<T>,
  idOf: (row: T) => RowKey,
  id: RowKey,
  signal?: AbortSignal,
) => {
  const query = { id, page: 0, size: 1 };
  const { content } = (await call<Endpoint>(list.endpoint, { query, signal } as object)) as { content: T[] };
  return content.find((row) => String(idOf(row)) === String(id));
};

/** The row that the address names, fetched if it is not on the current page of the list. */
export const useOtherRow = <T>(list: List<T>, idOf: (row: T) => RowKey, id: string | null) => {
  const isElsewhere =
    id !== null &&
    /^\d+$/.test(id) &&
    list.result.isSuccess &&
    !list.rows.some((row) => String(idOf(row)) === id);
  const { data, isFetching } = useQuery({
    queryKey: [list.endpoint.path, { id }],
    // The query cache does not accept undefined.
    queryFn: async ({ signal }) => (await findRow(list, idOf, id as string, signal)) ?? null,
    enabled: isElsewhere,
  });
  return { row: isElsewhere ? (data ?? undefined) : undefined, isFetching };
};
