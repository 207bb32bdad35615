import { type QueryKey, useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';

/** A number is the id of a row; a string is the key of a group that is no row. */
export type NodeKey = number | string;

export type LazyNode = {
  key: NodeKey;
  value: NodeKey;
  title: string;
  note: string | undefined;
  isLeaf: boolean;
  disabled: boolean;
  children?: LazyNode[];
};

export type LazyRow = {
  id: NodeKey;
  name: string;
  /** Shown after the name, for example a number of rows. */
  note?: string;
  enabled: boolean;
  isLeaf: boolean;
  /** Children that are already known; the node is expanded then. */
  below?: readonly LazyRow[];
};

type Rows = Pick<UseQueryOptions<LazyRow[], Error, LazyRow[], QueryKey>, 'queryKey' | 'queryFn'>;

/** Queries that load the rows of a tree. */
export type LazySource = {
  /** The top level of the tree, or the hits of a search. */
  tops: (text: string) => Rows;
  below: (id: NodeKey) => Rows;
  /** Nodes that are expanded at first. */
  open?: readonly NodeKey[];
};

type Options = {
  /** Nodes that are expanded because a node below them is selected. */
  wayTo?: readonly NodeKey[];
  /** This node and all below it cannot be chosen. */
  without?: number | undefined;
};

const withKnownBelow = (rows: readonly LazyRow[]): [NodeKey, readonly LazyRow[]][] =>
  rows.flatMap(({ id, below }) => (below ? [[id, below], ...withKnownBelow(below)] : []));

/** A tree whose children load when their parent is expanded. A search shows its hits below their known parents. */
export const useLazyNodes = (
  { tops, below, open = [] }: LazySource,
  { wayTo = [], without }: Options = {},
) => {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(open);
  const [closed, setClosed] = useState<readonly NodeKey[]>([]);
  const wanted = useDebounced(text.trim());

  const top = useQuery(tops(wanted));
  const known = new Map(withKnownBelow(top.data ?? []));
  const expanded = [...new Set([...opened, ...wayTo, ...known.keys()])].filter((id) => !closed.includes(id));
  const asked = expanded.filter((id) => !known.has(id));
  const answers = useQueries({ queries: asked.map(below) });
  const loaded = new Map(asked.map((id, index) => [id, answers[index]?.data]));

  const nodeOf = ({ id, name, note, isLeaf, enabled }: LazyRow): LazyNode => ({
    key: id,
    value: id,
    title: enabled ? name : `${name}（停用）`,
    note,
    isLeaf: isLeaf || id === without,
    disabled: id === without,
    children: id === without ? undefined : (known.get(id) ?? loaded.get(id))?.map(nodeOf),
  });

  return {
    ...top,
    nodes: (top.data ?? []).map(nodeOf),
    text,
    setText: (next: string) => {
      setText(next);
      // A new search expands nodes that the user had collapsed, so that its hits are visible.
      setClosed([]);
    },
    expanded,
    setExpanded: (ids: readonly NodeKey[]) => {
      setOpened(ids);
      setClosed(expanded.filter((id) => !ids.includes(id)));
    },
  };
};

export type LazyTree = ReturnType<typeof useLazyNodes>;
