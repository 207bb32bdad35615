import { z } from 'zod';
import { Created, endpoint } from '../endpoint.ts';
import { id, text } from '../schemas.ts';

/** Saved filters, order and page size of a list, as in its address. */
export const SavedView = z.object({ id: z.number(), name: z.string(), query: z.string() });
export type SavedView = z.output<typeof SavedView>;

/** Path of the list's page inside the web app. */
const page = z
  .string()
  .max(200)
  .regex(/^(\/[\w-]+)+$/, '页面地址不正确');
const name = text('视图名称', 30);

/** Each account's own; others are neither visible nor changeable. */
export const savedViewApi = {
  list: endpoint('GET', '/api/views', {
    summary: '我的视图',
    access: 'signedIn',
    query: z.object({ page }),
    result: z.array(SavedView),
  }),
  /** A view of the same name on the same page is replaced. */
  save: endpoint('POST', '/api/views', {
    summary: '保存视图',
    access: 'signedIn',
    status: 201,
    body: z.object({
      page,
      name,
      query: z.string().max(2000, '筛选条件太长，无法保存'),
    }),
    result: Created,
  }),
  /** The name of another view of the same page is taken. */
  rename: endpoint('PUT', '/api/views/:id', {
    summary: '重命名视图',
    access: 'signedIn',
    status: 204,
    params: z.object({ id }),
    body: z.object({ name }),
  }),
  remove: endpoint('DELETE', '/api/views/:id', {
    summary: '删除视图',
    access: 'signedIn',
    params: z.object({ id }),
  }),
};
