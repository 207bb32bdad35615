import { timingApi, type TimingJob } from '@zhiping/shared/contracts/timing.ts';
import type { RowAction } from '../../kit/list/actions/actions.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

/** Delays after which a requested run is looked up: it usually ends within a moment. */
const RECHECK_MS = [400, 1500, 4000];

const pause = async ({ id, jobName, version }: TimingJob, isPause: boolean) => {
  await call(timingApi.pause, { params: { id }, body: { isPause, version } });
  await refresh(timingApi.list);
  notify.success(`任务「${jobName}」已${isPause ? '暂停' : '恢复'}`);
};

const execute = async ({ id, jobName }: TimingJob) => {
  await call(timingApi.execute, { params: { id } });
  notify.success(`任务「${jobName}」已开始执行，结果见执行日志`);
  await refresh(timingApi.list);
  for (const wait of RECHECK_MS) setTimeout(() => void refresh(timingApi.list, timingApi.logs), wait);
};

/** Actions on scheduled jobs besides editing. Failed calls have shown a notification. */
export const timingActions =
  (logsHref: (id: number) => string) =>
  (job: TimingJob): RowAction[] => [
    { label: '执行日志', allow: 'timing:list', href: logsHref(job.id) },
    {
      label: '立即执行',
      allow: 'timing:edit',
      reason: job.isRunning ? '任务正在执行' : undefined,
      run: () => void execute(job).catch(() => {}),
    },
    {
      label: job.isPause ? '恢复' : '暂停',
      allow: 'timing:edit',
      run: () => void pause(job, !job.isPause).catch(() => {}),
    },
  ];
