import { useQueries } from '@tanstack/react-query';
import { menuApi, type Menu } from '@zhiping/shared/contracts/menu.ts';
import { useState } from 'react';
import { reading } from '../../lib/query-client.ts';

export type MenuRow = Menu & { depth: number; children?: MenuRow[] };

/** The rows of the list as trees: children are loaded when a menu is opened. */
export const useMenuRows = (roots: readonly Menu[], isFlat: boolean) => {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const below = useQueries({ queries: opened.map((pid) => reading(menuApi.lazy, { query: { pid } })) });
  const loaded = new Map(opened.map((id, index) => [id, below[index]?.data]));

  const rowOf = (menu: Menu, depth: number): MenuRow => {
    const children = loaded.get(menu.id)?.map((child) => rowOf(child, depth + 1));
    // antd shows the expand button wherever `children` exists, even if it is empty.
    return isFlat || !menu.hasChildren ? { ...menu, depth } : { ...menu, depth, children: children ?? [] };
  };
  const flatten = (rows: readonly MenuRow[]): MenuRow[] =>
    rows.flatMap((row) => [row, ...(opened.includes(row.id) ? flatten(row.children ?? []) : [])]);

  const rows = roots.map((menu) => rowOf(menu, 0));
  return {
    rows,
    /** All visible rows in order. */
    shown: flatten(rows),
    opened,
    toggle: ({ id }: Menu) =>
      setOpened((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
  };
};
