import { timingApi, type TimingJob } from '@zhiping/shared/contracts/timing.ts';
import { timeRange } from '@zhiping/shared/schemas.ts';
import { Tag } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import type { Editor } from '../../kit/form/editor.ts';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { useList } from '../../lib/list-state.ts';
import { JobFacts } from './JobFacts.tsx';
import { timingActions } from './timing-actions.ts';

const TimingFields = lazy(() => import('./TimingFields.tsx'));
const RunLog = lazy(() => import('./RunLog.tsx'));

const states = [
  { value: false, label: '运行中' },
  { value: true, label: '已暂停' },
];

const StateTag = ({ job: { isPause, isRunning } }: { job: TimingJob }) => {
  if (isRunning) return <Tag color="processing">正在执行</Tag>;
  return isPause ? <Tag color="warning">已暂停</Tag> : <Tag color="success">运行中</Tag>;
};

const LastRun = ({ createTime, isSuccess }: NonNullable<TimingJob['lastRun']>) => (
  <>
    {createTime} {isSuccess ? '成功' : <Tag color="error">失败</Tag>}
  </>
);

const columns: Column<TimingJob>[] = [
  text('jobName', '任务名称', { isLink: true, mobile: 'title', width: 160 }),
  text('cronWords', '执行时间', { width: 140, mobile: 'field' }),
  cell('nextRun', '下次执行', ({ nextRuns }) => nextRuns[0], {
    width: 140,
    mobile: 'named',
    hidePriority: 2,
  }),
  cell('lastRun', '上次执行', ({ lastRun }) => lastRun && <LastRun {...lastRun} />, {
    width: 190,
    mobile: 'named',
  }),
  cell('isPause', '状态', (job) => <StateTag job={job} />, { width: 88, mobile: 'status' }),
  text('personInCharge', '负责人', { width: 110, hidePriority: 1 }),
];

/** Jobs are part of the product and cannot be created. */
const editor: Editor<TimingJob> = {
  api: { create: timingApi.create, update: timingApi.update },
  allow: { update: 'timing:edit' },
  valuesOf: (job) => ({
    cronExpression: job?.cronExpression,
    personInCharge: job?.personInCharge ?? undefined,
    email: job?.email ?? undefined,
    pauseAfterFailure: job?.pauseAfterFailure ?? false,
  }),
  fields: () => <TimingFields />,
};

/** The time range from the address; undefined without one, which shows all stored runs. */
const rangeOf = (values: string[]) => timeRange.safeParse(values).data;

export default function TimingPage() {
  const list = useList(timingApi.list);
  const logs = useSubView('logs');
  const failures = useSubView('failed');
  const [params] = useSearchParams();
  const rowActions = timingActions(logs.hrefOf);
  const logged = list.rows.find(({ id }) => String(id) === logs.value);

  return (
    <>
      <ListPage
        title="定时任务"
        row={{
          noun: '任务',
          idOf: ({ id }) => id,
          nameOf: ({ jobName }) => jobName,
          factsOf: (job) => <JobFacts job={job} />,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="jobName" label="任务名称" />}
        filters={<SelectFilter list={list} name="isPause" label="状态" options={states} />}
        work={{ editor, rowActions }}
        tools={<ExportButton api={timingApi.download} list={list} />}
      />
      <DetailDrawer
        title={logged ? `${logged.jobName}的执行日志` : '执行日志'}
        isOpen={logs.value !== null}
        onClose={logs.close}
      >
        <Suspense fallback={<Loading />}>
          {logs.value && <RunLog which={{ jobId: Number(logs.value) }} />}
        </Suspense>
      </DetailDrawer>
      <DetailDrawer title="失败的执行" isOpen={failures.value !== null} onClose={failures.close}>
        <Suspense fallback={<Loading />}>
          {failures.value !== null && (
            <RunLog which={{ isSuccess: false, createTime: rangeOf(params.getAll('failed')) }} />
          )}
        </Suspense>
      </DetailDrawer>
    </>
  );
}
