import { z } from 'zod';
import { resource, type RowOf, sheetImport } from '../resource.ts';
import { flag, id, searchText, sortNumber, text, timeRange } from '../schemas.ts';

const job = { noun: '岗位', permission: 'job' } as const;

const jobs = resource('/api/job', {
  ...job,
  readableBy: ['user:list'],
  row: { name: z.string(), enabled: z.boolean(), jobSort: z.number() },
  write: { name: text('岗位名称', 50), enabled: flag.default(true), jobSort: sortNumber },
  filters: {
    id: id.optional(),
    name: searchText.optional(),
    enabled: flag.optional(),
    createTime: timeRange,
  },
});
export type Job = RowOf<typeof jobs>;

export const jobApi = { ...jobs, ...sheetImport('/api/job', job) };
