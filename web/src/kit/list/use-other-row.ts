import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { call } from '../../lib/api.ts';
import type { List } from './list.ts';
import type { RowKey } from '../hooks/use-selection.ts';

/** A row as the server has it now; undefined when it is gone or not for this reader. */
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

/** The row that an address names although it is not on the page of the list that is shown. */
export const useOtherRow = <T>(list: List<T>, idOf: (row: T) => RowKey, id: string | null) => {
  const isElsewhere =
    id !== null &&
    /^\d+$/.test(id) &&
    list.result.isSuccess &&
    !list.rows.some((row) => String(idOf(row)) === id);
  const { data, isFetching } = useQuery({
    queryKey: [list.endpoint.path, { id }],
    // The cache keeps no undefined.
    queryFn: async ({ signal }) => (await findRow(list, idOf, id as string, signal)) ?? null,
    enabled: isElsewhere,
  });
  return { row: isElsewhere ? (data ?? undefined) : undefined, isFetching };
};
