import type { CheckedProject, Reason } from '@zhiping/shared/contracts/project-views.ts';
import type { Difference } from '@zhiping/shared/rules/project-form/differences.ts';
import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import { createContext, useContext } from 'react';

/** What the parts of the check screen need of the whole. */
export type CheckWork = {
  project: CheckedProject;
  words: (field: Field<unknown>, value: unknown) => string;
  /** What changed since it was sent back; nothing where it never was. */
  differences: readonly Difference[];
  /** Whether reasons for a return are being written. */
  isReturning: boolean;
  reasons: readonly Reason[];
  /** An empty text takes the reason away. */
  setReason: (path: string, message: string) => void;
};

export const CheckContext = createContext<CheckWork | null>(null);

export const useCheck = (): CheckWork => {
  const work = useContext(CheckContext);
  if (!work) throw new Error('There is no application around this part.');
  return work;
};
