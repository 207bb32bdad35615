import { MAX_IMPORTED } from '@zhiping/shared/contracts/expert-pool.ts';

/** Rows of imported sheets. */
export type ImportLimits = {
  /** Up to so many are imported while the caller waits; more become background work. */
  immediateRows: number;
  /** The same of experts: as many as a call without a sheet takes. */
  immediateExperts: number;
  rows: number;
};

export const importLimits: ImportLimits = {
  immediateRows: 2000,
  immediateExperts: MAX_IMPORTED,
  rows: 50_000,
};
