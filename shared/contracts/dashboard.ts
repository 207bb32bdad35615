import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../schemas.ts';
import { StoredUnavailability } from './expert-periods.ts';
import { OwnChange } from './expert.ts';

/** A number that leads to a page: the label, the value and the page behind it (none when the reader may not open it). */
export const Figure = z.object({
  code: z.string(),
  label: z.string(),
  value: z.number(),
  to: z.string().nullable(),
});

/** Work that waits, with the first of it by name. */
export const Queue = z.object({
  code: z.string(),
  title: z.string(),
  total: z.number(),
  /** The list of all of it. */
  to: z.string().nullable(),
  rows: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      note: z.string().nullable(),
      to: z.string().nullable(),
      /** Whether a reminder can be sent, or was sent today; null if the reader may not send one. */
      reminder: z.enum(['due', 'sent']).nullable(),
    }),
  ),
});

export const Dashboard = z.object({
  audience: z.enum(['expert', 'titleTeacher', 'office', 'system', 'other']),
  /** At most six. */
  figures: z.array(Figure),
  queues: z.array(Queue),
  /** Work that waits for the reader, most urgent first. */
  todos: z.array(z.object({ code: z.string(), text: z.string(), to: z.string().nullable() })),
  /** State of an expert's own record: null for others. */
  expert: z
    .object({
      termEndsAt: z.string().nullable(),
      /** Requested changes, and their outcome. */
      changes: z.array(OwnChange),
      /** Current and future absences. */
      absences: z.array(StoredUnavailability),
    })
    .nullable(),
  notices: z.array(z.object({ id: z.number(), title: z.string(), publishedAt: dateTime })),
});

export const dashboardApi = {
  read: endpoint('GET', '/api/dashboard', { summary: '工作台', access: 'signedIn', result: Dashboard }),
};
