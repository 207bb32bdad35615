import { randomInt } from 'node:crypto';

/** Without 0 O 1 I L, which are mistaken for each other on paper and on the telephone. */
const BAG_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BAG_LENGTH = 6;

/** About 900 million; two alike meet the unique constraint and are drawn anew. */
export const drawBagNo = () =>
  Array.from({ length: BAG_LENGTH }, () => BAG_LETTERS[randomInt(BAG_LETTERS.length)]).join('');
