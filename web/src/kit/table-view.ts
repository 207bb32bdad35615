import { useState } from 'react';
import { useUser } from '../lib/session-store.ts';
import type { Column } from './columns.tsx';

export type Density = 'small' | 'middle' | 'large';

/** Only what differs from the page's own choice, so that columns which a new version adds are seen. */
export type TableView = { hidden: readonly string[]; density?: Density };

const untouched: TableView = { hidden: [] };

const read = (key: string): TableView => {
  try {
    return { ...untouched, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<TableView>) };
  } catch {
    return untouched;
  }
};

/** How somebody wants to see a table, kept on his machine. */
export const useTableView = (name: string) => {
  const key = `zhiping.table.${useUser().user.id}.${name}`;
  const [view, setView] = useState(() => read(key));
  const change = (next: TableView) => {
    setView(next);
    if (next.hidden.length === 0 && next.density === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    ...view,
    isTouched: view.hidden.length > 0 || view.density !== undefined,
    setDensity: (density: Density) => change({ ...view, density }),
    setHidden: (hidden: readonly string[]) => change({ ...view, hidden }),
    reset: () => change(untouched),
    visible: <T>(columns: readonly Column<T>[]) =>
      columns.filter((column) => column.isLink || !view.hidden.includes(column.key)),
  };
};
