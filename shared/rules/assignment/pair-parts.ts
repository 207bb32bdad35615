import { z } from 'zod';

/** Parts of the score of a pair, in 1/100 point; ring 0 (nearest) to 3. */
export const PairParts = z.object({
  match: z.number(),
  ring: z.number(),
  rating: z.number(),
  /** Deduction for a warning about a conflict. */
  warning: z.number(),
  /** Random part. */
  noise: z.number(),
  /** Cost of the first new project by the number of open ones. */
  load: z.number(),
  /** match + rating + noise − warning − load. */
  total: z.number(),
});
export type PairParts = z.output<typeof PairParts>;
