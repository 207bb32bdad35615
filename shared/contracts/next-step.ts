import { z } from 'zod';

/** The next step of a cycle in words, and the page where it is taken, unless that is the page of the cycle. */
export const NextStep = z.object({ words: z.string(), to: z.string().nullable() });
