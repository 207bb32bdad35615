import { randomInt } from 'node:crypto';

/** Without 0 O 1 I L, which are easily confused in print and on the telephone. */
const BAG_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BAG_LENGTH = 6;

/** About 900 million values. A duplicate violates the unique constraint and is drawn again. */
export const drawBagNo = () =>
  Array.from({ length: BAG_LENGTH }, () => BAG_LETTERS[randomInt(BAG_LETTERS.length)]).join('');
