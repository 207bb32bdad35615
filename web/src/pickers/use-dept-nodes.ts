import { useQuery } from '@tanstack/react-query';
import { deptApi, type Dept } from '@zhiping/shared/contracts/dept.ts';
import { findPath } from '@zhiping/shared/rules/dept/tree.ts';
import { call } from '../lib/api.ts';
import { reading } from '../lib/query-client.ts';
import { useLazyNodes, type LazySource } from './use-lazy-nodes.ts';

const ALL = 10_000;

/** The departments from a root down to this one. */
export const useDeptPath = (id: number | undefined) => {
  const { data } = useQuery({
    ...reading(deptApi.superior2, { body: id === undefined ? [] : [id] }),
    enabled: id !== undefined,
  });
  return findPath(data?.content ?? [], (dept) => dept.id === id);
};

const rowOf = ({ id, name, enabled, leaf }: Dept) => ({ id, name, enabled, isLeaf: leaf });

const rowsOf = (query: { name?: string; pid?: number }) => ({
  queryKey: [deptApi.list.path, 'tree', query],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(deptApi.list, { query: { ...query, size: ALL }, signal })).content.map(rowOf),
});

/** Without a search text: the roots of the departments that the user may read. */
const departments: LazySource = {
  roots: (text) => rowsOf(text ? { name: text } : {}),
  childrenOf: (pid) => rowsOf({ pid: Number(pid) }),
};

type Options = {
  /** Expands the tree down to this department. */
  reveal?: number | undefined;
  excluded?: number | undefined;
};

/** The tree of departments that the user may read. */
export const useDeptNodes = ({ reveal, excluded }: Options = {}) => {
  const ancestors = useDeptPath(reveal)
    .slice(0, -1)
    .map(({ id }) => id);
  return useLazyNodes(departments, { ancestors, excluded });
};
