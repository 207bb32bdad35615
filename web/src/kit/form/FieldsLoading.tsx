import { useBlockSaving } from './save-blockers.ts';
import { Loading } from '../display/states.tsx';

/** Replaces fields that are loading; the form cannot be saved while it is shown. */
export const FieldsLoading = ({ rows = 4 }: { rows?: number }) => {
  useBlockSaving();
  return <Loading rows={rows} />;
};
