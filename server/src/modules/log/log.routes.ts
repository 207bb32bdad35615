import { logApi as api } from '@zhiping/shared/contracts/log.ts';
import { signInReason } from '@zhiping/shared/rules/auth/sign-in-reasons.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../platform/errors.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import {
  findErrors,
  findException,
  findLogins,
  findOperations,
  streamErrors,
  streamLogins,
  streamOperations,
} from './log.queries.ts';
import { findChanges } from './log-changes.ts';
import { recordText } from '@zhiping/shared/rules/log/record.ts';

export const logRoutes = ({ db, config }: Deps) => [
  on(api.remove, () => {
    throw badRequest('log.kept', `日志不能删除，保留 ${config.LOG_RETENTION_DAYS} 天后自动清理`);
  }),
  on(api.list, ({ query, user }) => findOperations(db, user, query)),
  on(api.changes, ({ params, user }) => findChanges(db, user, params.id)),
  on(api.own, ({ query, user }) => findOperations(db, user, { ...query, userId: user.userId })),
  on(api.download, ({ query, user }) =>
    exportSheet('操作日志', streamOperations(db, user, query), [
      ['用户名', (row) => row.username],
      ['操作', (row) => row.description],
      ['对象', (row) => row.object && recordText(row.object)],
      ['方法', (row) => row.method],
      ['状态', (row) => row.status],
      ['IP', (row) => row.requestIp],
      ['浏览器', (row) => row.browser],
      ['耗时（毫秒）', (row) => row.time],
      ['请求编号', (row) => row.requestId],
      ['时间', (row) => row.createTime],
    ]),
  ),
  on(api.logins, ({ query }) => findLogins(db, query)),
  on(api.downloadLogins, ({ query }) =>
    exportSheet('登录日志', streamLogins(db, query), [
      ['用户名', (row) => row.username],
      ['成功', (row) => row.succeeded],
      ['原因', (row) => signInReason(row.reason)],
      ['IP', (row) => row.requestIp],
      ['浏览器', (row) => row.browser],
      ['时间', (row) => row.createTime],
    ]),
  ),
  on(api.errors, ({ query }) => findErrors(db, query)),
  on(api.error, ({ params }) => findException(db, params.id)),
  on(api.downloadErrors, ({ query }) =>
    exportSheet('错误日志', streamErrors(db, query), [
      ['请求编号', (row) => row.requestId],
      ['用户名', (row) => row.username],
      ['方法', (row) => row.method],
      ['地址', (row) => row.path],
      ['错误', (row) => row.message],
      ['IP', (row) => row.requestIp],
      ['时间', (row) => row.createTime],
    ]),
  ),
];
