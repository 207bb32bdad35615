import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, searchText } from '../schemas.ts';

/** A session that may still be used. `key` names it without opening it. */
export const OnlineUser = z.object({
  uid: z.number(),
  userName: z.string(),
  nickName: z.string(),
  dept: z.string().nullable(),
  browser: z.string().nullable(),
  ip: z.string(),
  address: z.string().nullable(),
  key: z.string(),
  loginTime: dateTime,
});
export type OnlineUser = z.output<typeof OnlineUser>;

/** Stock clients call the search text `username`. */
const filters = { blurry: searchText.optional(), username: searchText.optional() };

export const onlineApi = {
  list: endpoint('GET', '/auth/online', {
    summary: '在线用户',
    access: 'online:list',
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(OnlineUser),
  }),
  download: endpoint('GET', '/auth/online/download', {
    summary: '导出在线用户',
    access: 'online:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  /** Ends exactly the sessions with these keys. */
  kick: endpoint('DELETE', '/auth/online', {
    summary: '强制下线',
    access: 'online:del',
    body: z.array(z.uuid('会话编号不正确')).min(1, '请选择要下线的会话').max(1000, '一次最多 1000 条'),
  }),
};
