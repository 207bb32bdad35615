import { z } from 'zod';

/** What the score of a pair is made of, in 1/100 point; ring 0 to 3, of which 0 is the nearest. */
export const PairParts = z.object({
  match: z.number(),
  ring: z.number(),
  rating: z.number(),
  /** What a warning about a conflict takes off. */
  warning: z.number(),
  /** What chance added. */
  noise: z.number(),
  /** What his first new file costs by the files that he has open already. */
  load: z.number(),
  /** match + rating + noise − warning − load. */
  total: z.number(),
});
export type PairParts = z.output<typeof PairParts>;
