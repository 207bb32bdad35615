import type { ComponentProps } from 'react';
import { useFormWaits } from './form-waits.ts';
import { Failed } from '../display/states.tsx';

/** Stands in the place of fields that cannot be shown. */
export const FieldsFailed = (props: ComponentProps<typeof Failed>) => {
  useFormWaits();
  return <Failed {...props} />;
};
