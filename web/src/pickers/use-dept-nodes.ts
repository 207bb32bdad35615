import { useQueries, useQuery } from '@tanstack/react-query';
import { deptApi, type Dept } from '@zhiping/shared/contracts/dept.ts';
import { findPath } from '@zhiping/shared/rules/tree.ts';
import { useState } from 'react';
import { reading } from '../lib/query-client.ts';
import { useSettled } from '../lib/use-settled.ts';

export type DeptNode = {
  key: number;
  value: number;
  title: string;
  isLeaf: boolean;
  disabled: boolean;
  children?: DeptNode[];
};

const ALL = 10_000;

const childrenOf = (pid: number) => reading(deptApi.list, { query: { pid, size: ALL } });

/** The departments from a root down to this one. */
export const useDeptPath = (id: number | undefined) => {
  const { data } = useQuery({
    ...reading(deptApi.superior2, { body: id === undefined ? [] : [id] }),
    enabled: id !== undefined,
  });
  return findPath(data?.content ?? [], (dept) => dept.id === id);
};

type Options = {
  /** Opens the tree down to this department. */
  reveal?: number | undefined;
  /** This department and what is below it cannot be chosen. */
  without?: number | undefined;
};

/** The departments that the reader may see: children come when their parent is opened, or all that fit a search. */
export const useDeptNodes = ({ reveal, without }: Options = {}) => {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<readonly number[]>([]);
  const [closed, setClosed] = useState<readonly number[]>([]);
  const name = useSettled(text.trim());

  const wayTo = useDeptPath(reveal)
    .slice(0, -1)
    .map(({ id }) => id);
  const expanded = [...new Set([...opened, ...wayTo])].filter((id) => !closed.includes(id));
  const roots = useQuery(reading(deptApi.list, { query: { size: ALL, name: name || undefined } }));
  const below = useQueries({ queries: expanded.map(childrenOf) });
  const loaded = new Map(expanded.map((id, index) => [id, below[index]?.data?.content]));

  const nodeOf = ({ id, name: title, leaf, enabled }: Dept): DeptNode => ({
    key: id,
    value: id,
    title: enabled ? title : `${title}（停用）`,
    isLeaf: leaf || id === without,
    disabled: id === without,
    children: id === without ? undefined : loaded.get(id)?.map(nodeOf),
  });

  return {
    ...roots,
    nodes: (roots.data?.content ?? []).map(nodeOf),
    text,
    setText,
    expanded,
    setExpanded: (ids: readonly number[]) => {
      setOpened(ids);
      setClosed(expanded.filter((id) => !ids.includes(id)));
    },
  };
};
