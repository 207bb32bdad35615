import { useFormWaits } from './form-waits.ts';
import { Loading } from '../display/states.tsx';

/** Stands in the place of fields until they are there. */
export const FieldsLoading = ({ rows = 4 }: { rows?: number }) => {
  useFormWaits();
  return <Loading rows={rows} />;
};
