import type { ReactNode } from 'react';

/** Placeholder for an empty value. */
export const PLACEHOLDER = <span className="nothing">—</span>;

export const orPlaceholder = (value: ReactNode) =>
  value === null || value === undefined || value === '' ? PLACEHOLDER : value;
