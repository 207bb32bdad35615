import type { ReactNode } from 'react';

/** What stands where there is nothing, so that a gap is seen to be one. */
export const NOTHING = <span className="nothing">—</span>;

export const shown = (value: ReactNode) =>
  value === null || value === undefined || value === '' ? NOTHING : value;
