import type { ReactNode } from 'react';
import { shown } from '../display/shown.tsx';

export type Column<T> = {
  key: string;
  label: string;
  render: (row: T) => ReactNode;
  /** Field by which the server orders. */
  sort?: string;
  width?: number;
  align?: 'right';
  /** Words, which get the width that is left over; `width` is the least. The name always does. */
  grows?: true;
  /** Where there is too little room columns give way in this order, 1 first; those without a number stay. */
  hidePriority?: number;
  /** Opens the detail drawer. */
  isLink?: true;
  /**
   * Place on the card that stands for the row on a phone; columns without one are only in the detail there. A named field
   * is one that says nothing without its label.
   */
  mobile?: 'title' | 'status' | 'field' | 'named';
};

type Options = Pick<
  Column<never>,
  'sort' | 'width' | 'align' | 'isLink' | 'mobile' | 'hidePriority' | 'grows'
>;
type Shown = string | number | null | undefined;

/** A field as it is. */
export const text = <T extends { [K in Key]: Shown }, Key extends string>(
  key: Key & keyof T,
  label: string,
  options?: Options,
): Column<T> => ({ key, label, render: (row) => shown(row[key]), ...options });

/** Whatever is computed from a row. */
export const cell = <T,>(
  key: string,
  label: string,
  render: (row: T) => ReactNode,
  options?: Options,
): Column<T> => ({ key, label, render: (row) => shown(render(row)), ...options });
