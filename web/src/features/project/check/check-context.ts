import type { CheckedProject, Reason } from '@zhiping/shared/contracts/project-views.ts';
import type { Difference } from '@zhiping/shared/rules/project-form/differences.ts';
import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import { createContext, useContext } from 'react';

/** State shared by the parts of the check screen. */
export type CheckWork = {
  project: CheckedProject;
  words: (field: Field<unknown>, value: unknown) => string;
  /** Changes since the last return; empty without one. */
  differences: readonly Difference[];
  /** Whether reasons for a return are being written. */
  isReturning: boolean;
  reasons: readonly Reason[];
  /** An empty message removes the reason. */
  setReason: (path: string, message: string) => void;
};

export const CheckContext = createContext<CheckWork | null>(null);

export const useCheck = (): CheckWork => {
  const work = useContext(CheckContext);
  if (!work) throw new Error('There is no application around this part.');
  return work;
};
