import { isPast } from '../review-rule/moments.ts';

/** What an expert has open in a cycle: how many opinions, how many of them late, and the end to name. */
export type Open = { count: number; late: number; until: Date | null };

/**
 * Sums up the ends of the opinions that an expert has open; null is one without an end. `until` is the next end, or the
 * first one that passed if all did. Source: a reminder counts as late what is late, not all of an expert with one late
 * opinion.
 */
export const openOf = (ends: readonly (Date | null)[], at: Date): Open => {
  const inOrder = ends.toSorted((one, other) => Number(one ?? Infinity) - Number(other ?? Infinity));
  const coming = inOrder.filter((end) => end === null || !isPast(end, at));
  return {
    count: ends.length,
    late: ends.length - coming.length,
    until: (coming.length > 0 ? coming : inOrder)[0] ?? null,
  };
};
