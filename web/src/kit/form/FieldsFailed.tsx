import type { ComponentProps } from 'react';
import { useFormWaits } from './form-waits.ts';
import { Failed } from '../display/states.tsx';

/** Replaces fields that failed to load; the form cannot be saved while it is shown. */
export const FieldsFailed = (props: ComponentProps<typeof Failed>) => {
  useFormWaits();
  return <Failed {...props} />;
};
