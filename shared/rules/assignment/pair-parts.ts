import { z } from 'zod';

/** The parts of the score of a pair, in 1/100 point; ring 0 to 3, 0 is the nearest. */
export const PairParts = z.object({
  match: z.number(),
  ring: z.number(),
  rating: z.number(),
  /** Points deducted for a conflict that only warns. */
  warning: z.number(),
  /** Points added by chance. */
  noise: z.number(),
  /** Cost of the expert's first new file, given the files that they have open already. */
  load: z.number(),
  /** match + rating + noise − warning − load. */
  total: z.number(),
});
export type PairParts = z.output<typeof PairParts>;
