import { useFormWaits } from './form-waits.ts';
import { Loading } from '../display/states.tsx';

/** Replaces fields that are loading; the form cannot be saved while it is shown. */
export const FieldsLoading = ({ rows = 4 }: { rows?: number }) => {
  useFormWaits();
  return <Loading rows={rows} />;
};
