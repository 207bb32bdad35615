import type { ComponentProps } from 'react';
import { useBlockSaving } from './save-blockers.ts';
import { Failed } from '../display/states.tsx';

/** Replaces fields that failed to load; the form cannot be saved while it is shown. */
export const FieldsFailed = (props: ComponentProps<typeof Failed>) => {
  useBlockSaving();
  return <Failed {...props} />;
};
