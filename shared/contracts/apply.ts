import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cycleStates } from '../rules/cycle/states.ts';
import { titleLevels } from '../rules/expert/title-levels.ts';
import { FrozenRules } from '../rules/review-rule/frozen-rules.ts';
import { dateTime } from '../schemas.ts';

/** A published cycle as applicants read it: what holds, not what its office is still changing. */
export const OpenCycle = z.object({
  id: z.number(),
  name: z.string(),
  organiser: z.string(),
  state: z.enum(Object.keys(cycleStates) as (keyof typeof cycleStates)[]),
  suspendedReason: z.string().nullable(),
  applyOpensAt: dateTime.nullable(),
  applyClosesAt: dateTime.nullable(),
  cutoffDay: z.string().nullable(),
  blind: z.boolean(),
  targets: z.array(
    z.object({ titleSeries: z.string(), titleLevel: z.enum(titleLevels), quota: z.number().nullable() }),
  ),
  notice: z.string().nullable(),
  proofs: z.array(z.object({ name: z.string(), note: z.string().nullable() })),
  rules: FrozenRules,
  commitment: z.object({ title: z.string(), body: z.string() }).nullable(),
});
export type OpenCycle = z.output<typeof OpenCycle>;

export const applyApi = {
  /** Those that are to open, open, or have just closed; the newest first. */
  cycles: endpoint('GET', '/api/apply/cycle', {
    summary: '可申报的批次',
    access: 'project:apply',
    result: z.array(OpenCycle),
  }),
};
