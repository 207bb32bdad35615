import { Suspense, useState, type ComponentType } from 'react';

/** A dialog for one row. Its component may be lazy and loads when it is first opened. */
export const useRowDialog = <T extends object>(Dialog: ComponentType<{ row: T; onClose: () => void }>) => {
  const [row, setRow] = useState<T>();
  const dialog = (
    <Suspense fallback={null}>{row && <Dialog row={row} onClose={() => setRow(undefined)} />}</Suspense>
  );
  return { open: (one: T) => setRow(one), dialog };
};
