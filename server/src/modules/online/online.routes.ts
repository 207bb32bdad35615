import { onlineApi as api } from '@zhiping/shared/contracts/online.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { findOnlineUsers, kick } from './online.queries.ts';

export const onlineRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findOnlineUsers(db, user, query)),
  on(api.kick, ({ body, user }) => kick(db, user, body)),
];
