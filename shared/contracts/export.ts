import { z } from 'zod';
import { Bytes, endpoint } from '../endpoint.ts';
import { id } from '../schemas.ts';

/** Kind of the background work that makes a download of this path. */
export const exportKind = (path: string) => `export:${path}`;

/** Link in a message about a finished export: the file itself, not a page. */
export const exportLink = (taskId: number) => `/exports/${taskId}`;

/** Exports that are too large to wait for: made in the background, for the person who asked, kept for a day. */
export const exportApi = {
  create: endpoint('POST', '/api/exports', {
    summary: '后台导出',
    access: 'signedIn',
    body: z.object({
      /** The download of a list, by its path below `/title`, and what its address would hold after the question mark. */
      path: z.string({ error: '请指明要导出的列表' }).max(200, '没有这个列表'),
      query: z.string({ error: '筛选条件必须是文字' }).max(4000, '筛选条件过长').default(''),
      /** Number of rows by the list; only for the progress. */
      total: z.number({ error: '条数必须是数字' }).int().min(0).max(2_000_000_000).default(0),
    }),
    result: z.object({ taskId: z.number() }),
  }),
  read: endpoint('GET', '/api/exports/:taskId', {
    summary: '下载后台导出的文件',
    access: 'signedIn',
    params: z.object({ taskId: id }),
    result: Bytes,
  }),
};
