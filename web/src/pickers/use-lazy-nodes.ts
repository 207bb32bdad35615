import { type QueryKey, useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';

/** A number is that of a row; words are those of a group that is no row itself. */
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

/** What a tree needs to know of a row. */
export type LazyRow = {
  id: NodeKey;
  name: string;
  /** Stands after the name, a number of rows for instance. */
  note?: string;
  enabled: boolean;
  isLeaf: boolean;
  /** What stands below it, where that is known already: it begins open. */
  below?: readonly LazyRow[];
};

type Rows = Pick<UseQueryOptions<LazyRow[], Error, LazyRow[], QueryKey>, 'queryKey' | 'queryFn'>;

/** Where the rows come from. */
export type LazySource = {
  /** The tops of the tree, or the rows that fit a search. */
  tops: (text: string) => Rows;
  below: (id: NodeKey) => Rows;
  /** What is open from the beginning. */
  open?: readonly NodeKey[];
};

type Options = {
  /** Nodes that are open because something below them is chosen. */
  wayTo?: readonly NodeKey[];
  /** This node and what is below it cannot be chosen. */
  without?: number | undefined;
};

const withKnownBelow = (rows: readonly LazyRow[]): [NodeKey, readonly LazyRow[]][] =>
  rows.flatMap(({ id, below }) => (below ? [[id, below], ...withKnownBelow(below)] : []));

/** A tree whose children come when their parent is opened, and those that fit a search with what they stand below. */
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
      // What somebody closed while he looked for something else is to show what is found now.
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
