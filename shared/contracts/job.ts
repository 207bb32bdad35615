import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, flag, id, searchText, sortNumber, text, timeRange, version } from '../schemas.ts';

export const Job = z.object({
  id: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  jobSort: z.number(),
  version: z.number(),
  createTime: dateTime,
});
export type Job = z.output<typeof Job>;

const JobWrite = z.object({
  name: text('岗位名称', 50),
  enabled: flag.default(true),
  jobSort: sortNumber,
});

const filters = {
  id: id.optional(),
  name: searchText.optional(),
  enabled: flag.optional(),
  createTime: timeRange,
};

export const jobApi = {
  list: endpoint('GET', '/api/job', {
    summary: '岗位列表',
    access: ['job:list', 'user:list'],
    query: z.object({ ...pageQuery, ...filters }),
    result: pageOf(Job),
  }),
  create: endpoint('POST', '/api/job', {
    summary: '新增岗位',
    access: 'job:add',
    status: 201,
    body: JobWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/job', {
    summary: '编辑岗位',
    access: 'job:edit',
    status: 204,
    body: JobWrite.extend({ id, version }),
  }),
  remove: endpoint('DELETE', '/api/job', { summary: '删除岗位', access: 'job:del', body: Ids }),
  download: endpoint('GET', '/api/job/download', {
    summary: '导出岗位',
    access: 'job:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
