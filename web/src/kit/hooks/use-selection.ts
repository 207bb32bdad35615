import { useState } from 'react';

export type RowKey = string | number;

export type Selection = { keys: readonly RowKey[]; select: (keys: readonly RowKey[]) => void };

/** The selected rows among those on screen, because actions must not affect invisible rows. */
export const useSelection = <T>(rows: readonly T[], idOf: (row: T) => RowKey) => {
  const [chosen, setChosen] = useState<readonly RowKey[]>([]);
  const chosenRows = rows.filter((row) => chosen.includes(idOf(row)));
  return {
    rows: chosenRows,
    selection: { keys: chosenRows.map(idOf), select: setChosen } satisfies Selection,
    clear: () => setChosen([]),
  };
};
