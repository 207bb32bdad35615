import { useQuery } from '@tanstack/react-query';
import { conflictApi as api, type ConflictState } from '@zhiping/shared/contracts/conflict.ts';
import { isOpenTask } from '@zhiping/shared/rules/task/states.ts';
import { Alert, Button, Progress } from 'antd';
import { useEffect } from 'react';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePermission } from '../../lib/permission.ts';
import { reading, refresh, useWrite } from '../../lib/query-client.ts';
import { ApplyingExperts } from './ApplyingExperts.tsx';

/** Poll intervals while a computation runs, and while changes wait for one. */
const RUNNING_MS = 1500;
const WAITING_MS = 3000;

const isRunning = ({ task }: ConflictState) => task !== null && isOpenTask(task.state);

const pollInterval = (state: ConflictState | undefined) => {
  if (!state) return false;
  if (isRunning(state)) return RUNNING_MS;
  return state.isWaiting ? WAITING_MS : false;
};

const Running = ({ state: { cycle, task } }: { state: ConflictState }) => {
  const mayCompute = usePermission(['conflict:compute']);
  const { done, total, isCancelled } = task!;
  const share = total === 0 ? 0 : Math.round((done / total) * 100);
  const stop = async () => {
    await call(api.cancel, { body: { cycleId: cycle.id } });
    notify.info('正在取消，保留上次计算的结果');
    await refresh(api.state);
  };
  return (
    <div className="conflict-running">
      <span>{isCancelled ? '正在取消' : '正在计算'}</span>
      <Progress percent={share} size="small" aria-label="计算回避的进度" />
      {mayCompute && (
        <Button disabled={isCancelled} onClick={() => void stop()}>
          取消计算
        </Button>
      )}
    </div>
  );
};

const wordsOf = ({ computedAt, projects, experts, counts, isWaiting }: ConflictState) => {
  const numbers = `必须回避 ${counts.block} 条，提示 ${counts.warn} 条，其中人工判定 ${counts.pinned} 条`;
  const last =
    computedAt === null
      ? '本批次还没有全部计算过，提交的申报随时计入'
      : `${computedAt} 全部计算：申报 ${projects} 份，专家 ${experts} 人`;
  return `${last}。${numbers}。${isWaiting ? '有变动，正在更新。' : '此后的变动已随时更新。'}`;
};

const Shown = ({ state }: { state: ConflictState }) => {
  const mayCompute = usePermission(['conflict:compute']);
  const start = useWrite(api.compute, api.state);
  const { cycle, problem, isOutdated } = state;
  const running = isRunning(state);
  return (
    <>
      <div className="conflict-state">
        <p>{wordsOf(state)}</p>
        {!running && mayCompute && (
          <Button loading={start.isPending} onClick={() => start.mutate({ body: { cycleId: cycle.id } })}>
            重新计算
          </Button>
        )}
      </div>
      {running && <Running state={state} />}
      {!running && problem !== null && (
        <Alert
          className="conflict-notice"
          type="warning"
          showIcon
          title={`上次计算没有完成：${problem}`}
          description="重新计算完成之前，不能冻结抽取名册，也不能发布抽取结果。"
        />
      )}
      {isOutdated && (
        <Alert className="conflict-notice" type="warning" showIcon title="批次规则已更新，请重新计算" />
      )}
      <ApplyingExperts experts={state.applying} />
    </>
  );
};

/** When the conflicts of a cycle were computed, and the progress of a running computation. */
export const ConflictStatus = ({ cycleId }: { cycleId: number }) => {
  const { data, error, refetch } = useQuery({
    ...reading(api.state, { query: { cycleId } }),
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
  // A new state of the computation reloads the list and the open drawers.
  const moment = data && JSON.stringify([data.computedAt, data.isWaiting, data.task?.state, data.counts]);
  useEffect(() => {
    void refresh(api.list, api.project, api.expert);
  }, [moment]);
  return (
    <section className="panel conflict-status" aria-label="计算情况">
      {error && <Failed what="计算情况" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data && <Shown state={data} />}
    </section>
  );
};
