import { useQuery } from '@tanstack/react-query';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { type BlindState, blindStates } from '@zhiping/shared/rules/blind-copy/states.ts';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { StateBar } from '../../kit/list/StateBar.tsx';
import { reading, refresh } from '../../lib/query-client.ts';

/** Poll interval while copies are being made. */
const ASK_MS = 3000;

export const useBlindSummary = (cycleId: number | undefined) =>
  useQuery({
    ...reading(blindCopyApi.summary, { query: { cycleId: cycleId ?? 0 } }),
    enabled: cycleId !== undefined,
    refetchInterval: ({ state }) => (state.data?.running ? ASK_MS : false),
  });

/** Number of copies of a cycle by state, each a link to them, and the progress of a run. */
export const BlindBar = ({ cycleId, current }: { cycleId: number; current: BlindState | undefined }) => {
  const { data } = useBlindSummary(cycleId);
  const running = data?.running;
  const done = running?.done;
  useEffect(() => {
    void refresh(blindCopyApi.list);
  }, [done]);
  return (
    <>
      {running && (
        <Alert
          className="blind-running"
          type="info"
          showIcon
          title={`正在制作盲审副本：已完成 ${running.done} / ${running.total || '…'} 个文件，可以离开此页面`}
        />
      )}
      <StateBar label="各状态的盲审副本数" states={blindStates} counts={data?.counts} current={current} />
      {data && (
        <p className="blind-note">
          {data.canRecognise
            ? '已安装文字识别：图片页由系统识别，读不清的仍请人工核对'
            : '未安装文字识别，图片页请人工核对'}
        </p>
      )}
    </>
  );
};
