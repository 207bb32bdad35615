import { timingApi as api } from '@zhiping/shared/contracts/timing.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../platform/errors.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { on } from '../../platform/http/http.ts';
import { executeJob, pauseJob, updateJob } from './set-timing.ts';
import { findJobs, findRuns, streamJobs, streamRuns } from './timing.queries.ts';

export const timingRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findJobs(db, user.at, query)),
  on(api.download, ({ query, user }) =>
    exportSheet('定时任务', streamJobs(db, user.at, query), [
      ['任务名称', (row) => row.jobName],
      ['描述', (row) => row.description],
      ['cron 表达式', (row) => row.cronExpression],
      ['执行时间', (row) => row.cronWords],
      ['状态', (row) => (row.isPause ? '已暂停' : '运行中')],
      ['负责人', (row) => row.personInCharge],
      ['修改时间', (row) => row.updateTime],
    ]),
  ),
  on(api.logs, ({ query }) => findRuns(db, query)),
  on(api.downloadLogs, ({ query }) =>
    exportSheet('定时任务日志', streamRuns(db, query), [
      ['任务名称', (row) => row.job_name],
      ['cron 表达式', (row) => row.cron],
      ['触发方式', (row) => (row.trigger === 'cron' ? '定时' : '手动')],
      ['结果', (row) => (row.succeeded ? '成功' : '失败')],
      ['说明', (row) => row.result ?? row.error],
      ['耗时（毫秒）', (row) => row.duration_ms],
      ['时间', (row) => row.create_time],
    ]),
  ),
  on(api.update, ({ body, user }) => updateJob(db, user, body)),
  on(api.pause, ({ params, body, user }) => pauseJob(db, user, params.id, body)),
  on(api.execute, ({ params, user }) => executeJob(db, user, params.id)),
  on(api.create, () => {
    throw badRequest('timing.closed', '定时任务由系统内置，不能新增');
  }),
  on(api.remove, () => {
    throw badRequest('timing.closed', '定时任务由系统内置，不能删除；不需要时请暂停');
  }),
];
