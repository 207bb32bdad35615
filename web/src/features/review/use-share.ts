import { useState } from 'react';

/** How much of the width the materials have, in percent; 0 and 100 fold the other side away. */
export type Share = number;

const KEY = 'zhiping-desk-share';
/** Neither side gets narrower than can be worked in. */
export const LEAST_SHARE = 25;
export const MAX_SHARE = 75;
const STANDARD = 70;

const isFolded = (share: Share) => share === 0 || share === 100;
/** Within the bounds, in whole percent. */
export const withinBounds = (share: number): Share =>
  Math.min(MAX_SHARE, Math.max(LEAST_SHARE, Math.round(share)));

const remembered = (): Share => {
  try {
    const value = Number(localStorage.getItem(KEY));
    return value > 0 ? withinBounds(value) : STANDARD;
  } catch {
    return STANDARD;
  }
};

/** The widths as this machine remembers them; what is folded away comes back with the next visit. */
export const useShare = (): [Share, (share: Share) => void] => {
  const [share, setShare] = useState(remembered);
  const set = (next: Share) => {
    setShare(next);
    try {
      if (!isFolded(next)) localStorage.setItem(KEY, String(next));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [share, set];
};
