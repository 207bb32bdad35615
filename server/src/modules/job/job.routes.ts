import { jobApi as api } from '@zhiping/shared/contracts/job.ts';
import type { Deps } from '../../deps.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { createJob, deleteJobs, findJobs, streamJobs, updateJob } from './job.queries.ts';

export const jobRoutes = ({ db }: Deps) => [
  on(api.list, ({ query }) => findJobs(db, query)),
  on(api.create, ({ body, user }) => createJob(db, user, body)),
  on(api.update, ({ body, user }) => updateJob(db, user, body)),
  on(api.remove, ({ body, user }) => deleteJobs(db, user, body)),
  on(api.download, ({ query }) =>
    exportSheet('岗位', streamJobs(db, query), [
      ['岗位名称', (job) => job.name],
      ['启用', (job) => job.enabled],
      ['排序', (job) => job.jobSort],
      ['创建时间', (job) => job.createTime],
    ]),
  ),
];
