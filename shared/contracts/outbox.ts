import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, searchText, timeRange } from '../schemas.ts';

const Status = z.enum(['kept', 'waiting', 'sent', 'failed']);

export const OutboxMessage = z.object({
  id: z.number(),
  channel: z.enum(['sms', 'email']),
  recipient: z.string(),
  subject: z.string().nullable(),
  /**
   * Shown only while no real carrier is configured; codes only to the super administrator, since they open accounts.
   */
  content: z.string().nullable(),
  status: Status,
  error: z.string().nullable(),
  attempts: z.number(),
  /** Why it cannot be sent again; null when it can. */
  resendProblem: z.string().nullable(),
  createTime: dateTime,
  sentTime: dateTime.nullable(),
});
export type OutboxMessage = z.output<typeof OutboxMessage>;

export const outboxApi = {
  list: endpoint('GET', '/api/outbox', {
    summary: '发件箱',
    access: 'outbox:list',
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      channel: z.enum(['sms', 'email']).optional(),
      status: Status.optional(),
      blurry: searchText.optional(),
      createTime: timeRange,
    }),
    result: pageOf(OutboxMessage),
  }),
  resend: endpoint('PUT', '/api/outbox/:id/resend', {
    summary: '重新发送邮件',
    access: 'outbox:edit',
    status: 204,
    params: z.object({ id }),
  }),
};
