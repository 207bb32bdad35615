import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id } from '../schemas.ts';

export const NotificationKind = z.enum(['success', 'info', 'warning', 'error']);
export type NotificationKind = z.output<typeof NotificationKind>;

export const Notification = z.object({
  id: z.number(),
  kind: NotificationKind,
  text: z.string(),
  /** Page of the web app that it is about. */
  link: z.string().nullable(),
  isRead: z.boolean(),
  createTime: dateTime,
});
export type Notification = z.output<typeof Notification>;

/** Messages of the server for the account; the last hundred are kept. */
export const notificationApi = {
  list: endpoint('GET', '/api/notifications', {
    summary: '我的消息',
    access: 'signedIn',
    query: z.object(pageQuery),
    result: pageOf(Notification).extend({ unread: z.number() }),
  }),
  /** Those up to the newest that was seen, so that one which comes meanwhile stays unread. */
  read: endpoint('PUT', '/api/notifications/read', {
    summary: '消息标为已读',
    access: 'signedIn',
    status: 204,
    body: z.object({ upTo: id }),
  }),
  clear: endpoint('DELETE', '/api/notifications', {
    summary: '清空我的消息',
    access: 'signedIn',
    body: z.object({ upTo: id }),
  }),
};
