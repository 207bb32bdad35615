import type { ReactNode } from 'react';

/** Placeholder for an empty value. */
export const NOTHING = <span className="nothing">—</span>;

export const shown = (value: ReactNode) =>
  value === null || value === undefined || value === '' ? NOTHING : value;
