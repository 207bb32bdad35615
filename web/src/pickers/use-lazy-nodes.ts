import { type QueryKey, useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../lib/use-settled.ts';

export type LazyNode = {
  key: number;
  value: number;
  title: string;
  isLeaf: boolean;
  disabled: boolean;
  children?: LazyNode[];
};

/** What a tree needs to know of a row. */
export type LazyRow = { id: number; name: string; enabled: boolean; isLeaf: boolean };

type Rows = Pick<UseQueryOptions<LazyRow[], Error, LazyRow[], QueryKey>, 'queryKey' | 'queryFn'>;

/** Where the rows come from. */
export type LazySource = {
  /** The tops of the tree, or the rows that fit a search. */
  tops: (text: string) => Rows;
  below: (id: number) => Rows;
};

type Options = {
  /** Nodes that are open because something below them is chosen. */
  wayTo?: readonly number[];
  /** This node and what is below it cannot be chosen. */
  without?: number | undefined;
};

/** A tree whose children come when their parent is opened, and all that fit a search as a list. */
export const useLazyNodes = ({ tops, below }: LazySource, { wayTo = [], without }: Options = {}) => {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<readonly number[]>([]);
  const [closed, setClosed] = useState<readonly number[]>([]);
  const wanted = useSettled(text.trim());

  const expanded = [...new Set([...opened, ...wayTo])].filter((id) => !closed.includes(id));
  const top = useQuery(tops(wanted));
  const children = useQueries({ queries: expanded.map(below) });
  const loaded = new Map(expanded.map((id, index) => [id, children[index]?.data]));

  const nodeOf = ({ id, name, isLeaf, enabled }: LazyRow): LazyNode => ({
    key: id,
    value: id,
    title: enabled ? name : `${name}（停用）`,
    isLeaf: isLeaf || id === without,
    disabled: id === without,
    children: id === without ? undefined : loaded.get(id)?.map(nodeOf),
  });

  return {
    ...top,
    nodes: (top.data ?? []).map(nodeOf),
    text,
    setText,
    expanded,
    setExpanded: (ids: readonly number[]) => {
      setOpened(ids);
      setClosed(expanded.filter((id) => !ids.includes(id)));
    },
  };
};

export type LazyTree = ReturnType<typeof useLazyNodes>;
