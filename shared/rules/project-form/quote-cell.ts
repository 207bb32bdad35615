import { cutText } from '../text/storable.ts';

/** Length of the quoted start of a cell, enough to find it. */
const MAX_QUOTED = 30;

export const quoteCell = (cell: string): string =>
  `「${cell.length > MAX_QUOTED ? `${cutText(cell, MAX_QUOTED)}…` : cell}」`;
