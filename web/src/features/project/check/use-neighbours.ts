import { useQuery } from '@tanstack/react-query';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseQuery } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';

const isReadable = ({ isReadable: can }: ProjectRow) => can;

/** A row of the list and its page. */
type Place = { row: ProjectRow | undefined; page: number };
type Found = { id: number; before: Place; after: Place };

const isSame = (one: Found, other: Found) =>
  one.id === other.id &&
  one.before.row?.id === other.before.row?.id &&
  one.after.row?.id === other.after.row?.id;

/**
 * The addresses of the projects before and after this one in the order of the list, across pages. A project that was
 * just decided has often left the list: then its last known neighbours are used.
 */
export const useNeighbours = (id: number) => {
  const [params] = useSearchParams();
  const listed = new URLSearchParams(params);
  listed.delete('id');
  const query = parseQuery(projectListApi.list.query, listed);
  const { page, size } = query;
  const { data } = useQuery(reading(projectListApi.list, { query }));
  const [kept, keep] = useState<Found>();
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
  const hrefOf = ({ row, page: at }: Place) => {
    if (!row) return undefined;
    const next = new URLSearchParams(params);
    next.set('id', String(row.id));
    next.delete('page');
    if (at > 0) next.set('page', String(at + 1));
    return `?${next}`;
  };
  const before =
    index === 0 && page > 0
      ? { row: backward.data?.content.findLast(isReadable), page: page - 1 }
      : { row: rows[index - 1], page };
  const after = isLast
    ? { row: onward.data?.content.find(isReadable), page: page + 1 }
    : { row: rows[index + 1], page };
  const found = { id, before, after };
  if (index >= 0) {
    if (!kept || !isSame(found, kept)) keep(found);
    return { before: hrefOf(before), after: hrefOf(after) };
  }
  if (kept?.id !== id) return { before: undefined, after: undefined };
  // The row has left the list and the following rows moved up, so the first row of the next page is now on this page.
  return { before: hrefOf(kept.before), after: hrefOf({ ...kept.after, page }) };
};
