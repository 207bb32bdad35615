import { useState } from 'react';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

/** Width of the materials in percent; 0 and 100 hide one side. */
export type Share = number;

const KEY = 'zhiping-desk-share';
/** Both sides stay wide enough to work in. */
export const LEAST_SHARE = 25;
export const MAX_SHARE = 75;
const STANDARD = 70;

const isFolded = (share: Share) => share === 0 || share === 100;
/** Clamped to the bounds and rounded to whole percent. */
export const withinBounds = (share: number): Share =>
  Math.min(MAX_SHARE, Math.max(LEAST_SHARE, Math.round(share)));

const remembered = (): Share => {
  const value = Number(readStored('localStorage', KEY));
  return value > 0 ? withinBounds(value) : STANDARD;
};

/** The share as remembered in this browser; a hidden side is shown again on the next visit. */
export const useShare = (): [Share, (share: Share) => void] => {
  const [share, setShare] = useState(remembered);
  const set = (next: Share) => {
    setShare(next);
    if (!isFolded(next)) writeStored('localStorage', KEY, String(next));
  };
  return [share, set];
};
