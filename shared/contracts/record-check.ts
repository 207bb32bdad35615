import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../schemas.ts';

const Finding = z.object({
  table: z.string(),
  id: z.number(),
  /** The event that says otherwise; null if there is none. */
  seq: z.number().nullable(),
  problem: z.string(),
});

const Checked = z.object({
  name: z.string(),
  compared: z.number(),
  /** Rows about which the record holds nothing to compare with. */
  silent: z.number(),
  wrong: z.number(),
  /** The first ones of those that differ. */
  findings: z.array(Finding),
});

export type Checked = z.output<typeof Checked>;

const RecordCheck = z.object({
  startedAt: dateTime,
  endedAt: dateTime,
  isIntact: z.boolean(),
  /** Sentences about the chain of events. */
  chain: z.array(z.string()),
  /** Empty where the chain is broken: its events then say nothing. */
  results: z.array(Checked),
});

/** Whether what is stored is what the audit record says. */
export const recordCheckApi = {
  read: endpoint('GET', '/api/record-check', {
    summary: '最近一次记录核对',
    access: 'log:list',
    result: z.object({ last: RecordCheck.nullable() }),
  }),
};
