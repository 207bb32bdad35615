import { useState } from 'react';
import { useUser } from '../../lib/session-store.ts';
import type { Column } from './columns.tsx';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

export type Density = 'small' | 'middle' | 'large';

/**
 * Only the differences from the page's defaults, so that columns of a new version appear: `hidden` columns are never
 * shown, `shown` ones stay in a narrow window.
 */
type TableView = { hidden: readonly string[]; shown: readonly string[]; density?: Density };

const untouched: TableView = { hidden: [], shown: [] };

const read = (key: string): TableView => {
  try {
    return { ...untouched, ...(JSON.parse(readStored('localStorage', key) ?? '{}') as Partial<TableView>) };
  } catch {
    return untouched;
  }
};

const widthOf = (columns: readonly { width?: number | undefined }[]) =>
  columns.reduce((sum, { width = 0 }) => sum + width, 0);

type Fitted = { key: string; width?: number | undefined; hidePriority?: number | undefined };

/** The columns that fit into `room` pixels. Columns that the user has chosen stay, and the table scrolls. */
export const fittingColumns = <C extends Fitted>(
  columns: readonly C[],
  room: number,
  kept: readonly string[],
) => {
  const leaving = columns
    .filter(({ key, hidePriority }) => hidePriority !== undefined && !kept.includes(key))
    .toSorted((a, b) => a.hidePriority! - b.hidePriority!);
  let left = columns;
  for (const column of leaving) {
    if (widthOf(left) <= room) break;
    left = left.filter((one) => one !== column);
  }
  return left;
};

const without = (keys: readonly string[], others: readonly string[]) =>
  keys.filter((key) => !others.includes(key));

/** The user's choice of columns and density of a table, stored on this machine. */
export const useTableView = (name: string) => {
  const key = `zhiping.table.${useUser().user.id}.${name}`;
  const [view, setView] = useState(() => read(key));
  const change = (next: TableView) => {
    setView(next);
    const isUsual = next.hidden.length === 0 && next.shown.length === 0 && next.density === undefined;
    writeStored('localStorage', key, isUsual ? null : JSON.stringify(next));
  };
  return {
    ...view,
    isTouched: view.hidden.length > 0 || view.shown.length > 0 || view.density !== undefined,
    setDensity: (density: Density) => change({ ...view, density }),
    choose: (columns: { added: readonly string[]; removed: readonly string[] }) =>
      change({
        ...view,
        hidden: [...without(view.hidden, columns.added), ...columns.removed],
        shown: [...without(view.shown, columns.removed), ...without(columns.added, view.hidden)],
      }),
    reset: () => change(untouched),
    visible: <T>(columns: readonly Column<T>[], room: number) =>
      fittingColumns(
        columns.filter((column) => column.isLink || !view.hidden.includes(column.key)),
        room,
        view.shown,
      ),
  };
};
