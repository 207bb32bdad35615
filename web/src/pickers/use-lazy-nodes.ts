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
  childRows?: readonly LazyRow[];
};

type Rows = Pick<UseQueryOptions<LazyRow[], Error, LazyRow[], QueryKey>, 'queryKey' | 'queryFn'>;

/** Queries that load the rows of a tree. */
export type LazySource = {
  /** The top level of the tree, or the hits of a search. */
  roots: (text: string) => Rows;
  childrenOf: (id: NodeKey) => Rows;
  /** Nodes that are expanded at first. */
  initiallyExpanded?: readonly NodeKey[];
};

type Options = {
  /** Nodes that are expanded because a node below them is selected. */
  ancestors?: readonly NodeKey[];
  /** This node and all below it cannot be chosen. */
  excluded?: number | undefined;
};

const knownChildren = (rows: readonly LazyRow[]): [NodeKey, readonly LazyRow[]][] =>
  rows.flatMap(({ id, childRows }) => (childRows ? [[id, childRows], ...knownChildren(childRows)] : []));

/** A tree whose children load when their parent is expanded. A search shows its hits below their known parents. */
export const useLazyNodes = (
  { roots, childrenOf, initiallyExpanded = [] }: LazySource,
  { ancestors = [], excluded }: Options = {},
) => {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(initiallyExpanded);
  const [closed, setClosed] = useState<readonly NodeKey[]>([]);
  const wanted = useDebounced(text.trim());

  const top = useQuery(roots(wanted));
  const known = new Map(knownChildren(top.data ?? []));
  const expanded = [...new Set([...opened, ...ancestors, ...known.keys()])].filter(
    (id) => !closed.includes(id),
  );
  const asked = expanded.filter((id) => !known.has(id));
  const answers = useQueries({ queries: asked.map(childrenOf) });
  const loaded = new Map(asked.map((id, index) => [id, answers[index]?.data]));

  const nodeOf = ({ id, name, note, isLeaf, enabled }: LazyRow): LazyNode => ({
    key: id,
    value: id,
    title: enabled ? name : `${name}（停用）`,
    note,
    isLeaf: isLeaf || id === excluded,
    disabled: id === excluded,
    children: id === excluded ? undefined : (known.get(id) ?? loaded.get(id))?.map(nodeOf),
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
