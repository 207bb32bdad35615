import { useState } from 'react';

/** How much of the width the materials have, in percent; 0 and 100 fold the other side away. */
export type Share = 0 | 30 | 50 | 70 | 100;

const KEY = 'zhiping-desk-share';
const known: readonly number[] = [30, 50, 70];
const isShare = (value: number): value is Share => known.includes(value);

const remembered = (): Share => {
  try {
    const value = Number(localStorage.getItem(KEY));
    return isShare(value) ? value : 70;
  } catch {
    return 70;
  }
};

/** The widths as this machine remembers them; what is folded away comes back with the next visit. */
export const useShare = (): [Share, (share: Share) => void] => {
  const [share, setShare] = useState(remembered);
  const set = (next: Share) => {
    setShare(next);
    try {
      if (isShare(next)) localStorage.setItem(KEY, String(next));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [share, set];
};
