import { onlineApi as api } from '@zhiping/shared/contracts/online.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { findOnlineUsers, kick, streamOnlineUsers } from './online.queries.ts';

export const onlineRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findOnlineUsers(db, user, query)),
  on(api.download, ({ query, user }) =>
    exportSheet('在线用户', streamOnlineUsers(db, user, query), [
      ['用户名', (session) => session.userName],
      ['昵称', (session) => session.nickName],
      ['部门', (session) => session.dept],
      ['IP', (session) => session.ip],
      ['浏览器', (session) => session.browser],
      ['登录时间', (session) => session.loginTime],
    ]),
  ),
  on(api.kick, ({ body, user }) => kick(db, user, body)),
];
