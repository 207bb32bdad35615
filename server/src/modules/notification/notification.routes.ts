import { notificationApi as api } from '@zhiping/shared/contracts/notification.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { clearNotifications, findNotifications, markRead } from './notification.queries.ts';

export const notificationRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findNotifications(db, user.userId, query)),
  on(api.read, ({ body, user }) => markRead(db, user, body.upTo)),
  on(api.clear, ({ body, user }) => clearNotifications(db, user.userId, body.upTo)),
];
