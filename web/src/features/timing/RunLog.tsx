import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timingApi, type TimingLog } from '@zhiping/shared/contracts/timing.ts';
import { Button, Pagination, Tag } from 'antd';
import { useState } from 'react';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { download } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import './timing.css';
import { pageItem } from '../../kit/list/page-item.ts';

const SIZE = 10;

/** The runs of one job, or the failed runs of all jobs within a time range. */
type RunScope = { jobId: number } | { isSuccess: false; createTime: [Date, Date] | undefined };

const Run = ({ run, isNamed }: { run: TimingLog; isNamed: boolean }) => (
  <li>
    <div className="run-log-head">
      {isNamed && <strong>{run.jobName}</strong>}
      <span>{run.createTime}</span>
      {run.isSuccess ? <Tag color="success">成功</Tag> : <Tag color="error">失败</Tag>}
      <span className="soft">{run.trigger === 'cron' ? '定时' : '手动'}</span>
      <span className="soft">用时 {run.time} 毫秒</span>
    </div>
    <p>{run.result ?? run.exceptionDetail}</p>
  </li>
);

/** Runs with their results, newest first. */
export default function RunLog({ which }: { which: RunScope }) {
  const isOfAll = !('jobId' in which);
  const [page, setPage] = useState(0);
  const { data, isPending, isError, error, isFetching, refetch } = useQuery({
    ...reading(timingApi.logs, { query: { ...which, page, size: SIZE } }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <Loading />;
  if (isError) return <Failed what="执行日志" error={error} onRetry={() => void refetch()} />;
  if (data.totalElements === 0)
    return <Empty text={isOfAll ? '这段时间没有失败的执行' : '这个任务还没有执行过'} />;
  return (
    <div aria-busy={isFetching}>
      <ul className="run-log">
        {data.content.map((run) => (
          <Run key={run.id} run={run} isNamed={isOfAll} />
        ))}
      </ul>
      <div className="run-log-tools">
        <Pagination
          itemRender={pageItem}
          simple
          current={page + 1}
          pageSize={SIZE}
          total={data.totalElements}
          onChange={(next) => setPage(next - 1)}
        />
        {/* A failed call has shown a notification. */}
        <Button onClick={() => void download(timingApi.downloadLogs, { query: which }).catch(() => {})}>
          导出
        </Button>
      </div>
    </div>
  );
}
