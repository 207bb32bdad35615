import { useQuery } from '@tanstack/react-query';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { useSearchParams } from 'react-router';
import { parseQuery } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';

const isReadable = ({ isReadable: can }: ProjectRow) => can;

/** The addresses of the applications before and after this one in the order of the list, also over the end of its page. */
export const useNeighbours = (id: number) => {
  const [params] = useSearchParams();
  const listed = new URLSearchParams(params);
  listed.delete('id');
  const query = parseQuery(projectListApi.list.query, listed);
  const { page, size } = query;
  const { data } = useQuery(reading(projectListApi.list, { query }));
  const rows = data?.content.filter(isReadable) ?? [];
  const index = rows.findIndex((row) => row.id === id);
  const isLast = index >= 0 && index === rows.length - 1;
  const onward = useQuery({
    ...reading(projectListApi.list, { query: { ...query, page: page + 1 } }),
    enabled: isLast && (page + 1) * size < (data?.totalElements ?? 0),
  });
  const backward = useQuery({
    ...reading(projectListApi.list, { query: { ...query, page: Math.max(0, page - 1) } }),
    enabled: index === 0 && page > 0,
  });
  const hrefOf = (row: ProjectRow | undefined, at: number) => {
    if (!row) return undefined;
    const next = new URLSearchParams(params);
    next.set('id', String(row.id));
    next.delete('page');
    if (at > 0) next.set('page', String(at + 1));
    return `?${next}`;
  };
  return {
    before:
      index > 0
        ? hrefOf(rows[index - 1], page)
        : hrefOf(index === 0 && page > 0 ? backward.data?.content.findLast(isReadable) : undefined, page - 1),
    after:
      index >= 0 && !isLast
        ? hrefOf(rows[index + 1], page)
        : hrefOf(isLast ? onward.data?.content.find(isReadable) : undefined, page + 1),
  };
};
