import { useEffect, useState } from 'react';
import type { RowKey } from '../hooks/use-selection.ts';

const SHOWN_MS = 2000;

/** The row that was changed last, for as long as it is highlighted. */
export const useChangedRow = () => {
  const [changed, setChanged] = useState<RowKey>();
  useEffect(() => {
    if (changed === undefined) return undefined;
    const timer = setTimeout(() => setChanged(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return { changed, setChanged };
};
