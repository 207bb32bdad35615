import type { ReactNode } from 'react';
import { orPlaceholder } from '../display/placeholder.tsx';

export type Column<T> = {
  key: string;
  label: string;
  render: (row: T) => ReactNode;
  /** Field for the server's `sort` parameter. */
  sort?: string;
  width?: number;
  align?: 'right';
  /** A column of text that shares the remaining width; `width` is its minimum. Link columns always grow. */
  grows?: true;
  /** Columns are hidden in this order when the window is too narrow, 1 first; columns without a number always stay. */
  hidePriority?: number;
  /** Links to the detail drawer. */
  isLink?: true;
  /**
   * Position on the card that replaces the row on a phone; columns without one are only in the detail there. A `named`
   * field shows its label too, because its value means nothing without it.
   */
  mobile?: 'title' | 'status' | 'field' | 'named';
};

type Options = Pick<
  Column<never>,
  'sort' | 'width' | 'align' | 'isLink' | 'mobile' | 'hidePriority' | 'grows'
>;
type Shown = string | number | null | undefined;

/** A column that shows a field as it is. */
export const text = <T extends { [K in Key]: Shown }, Key extends string>(
  key: Key & keyof T,
  label: string,
  options?: Options,
): Column<T> => ({ key, label, render: (row) => orPlaceholder(row[key]), ...options });

/** A column whose content is computed from the row. */
export const cell = <T,>(
  key: string,
  label: string,
  render: (row: T) => ReactNode,
  options?: Options,
): Column<T> => ({ key, label, render: (row) => orPlaceholder(render(row)), ...options });
