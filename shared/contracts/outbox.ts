import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, searchText } from '../schemas.ts';

export const OutboxMessage = z.object({
  id: z.number(),
  channel: z.enum(['sms', 'email']),
  recipient: z.string(),
  /** Shown only while no real carrier is configured: the codes in it open accounts. */
  content: z.string().nullable(),
  status: z.enum(['kept', 'sent', 'failed']),
  error: z.string().nullable(),
  createTime: dateTime,
});
export type OutboxMessage = z.output<typeof OutboxMessage>;

export const outboxApi = {
  list: endpoint('GET', '/api/outbox', {
    summary: '发件箱',
    access: 'outbox:list',
    query: z.object({
      ...pageQuery,
      channel: z.enum(['sms', 'email']).optional(),
      blurry: searchText.optional(),
    }),
    result: pageOf(OutboxMessage),
  }),
};
