import { Suspense, useState, type ComponentType } from 'react';

/** A dialog about one row. Its code may come when it is opened first. */
export const useRowDialog = <T extends object>(Dialog: ComponentType<{ row: T; onClose: () => void }>) => {
  const [row, setRow] = useState<T>();
  const dialog = (
    <Suspense fallback={null}>{row && <Dialog row={row} onClose={() => setRow(undefined)} />}</Suspense>
  );
  return { open: (one: T) => setRow(one), dialog };
};
