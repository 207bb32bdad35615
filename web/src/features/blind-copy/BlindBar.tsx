import { useQuery } from '@tanstack/react-query';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { type BlindState, blindStates } from '@zhiping/shared/rules/blind-copy/states.ts';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { patchParams } from '../../lib/list-state.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import './blind-state.css';

/** How often to ask while copies are being made. */
const ASK_MS = 3000;

export const useBlindSummary = (cycleId: number | undefined) =>
  useQuery({
    ...reading(blindCopyApi.summary, { query: { cycleId: cycleId ?? 0 } }),
    enabled: cycleId !== undefined,
    refetchInterval: ({ state }) => (state.data?.running ? ASK_MS : false),
  });

/** How many copies of a cycle stand where, each a link to these, and how far a run is. */
export const BlindBar = ({ cycleId, current }: { cycleId: number; current: BlindState | undefined }) => {
  const [params] = useSearchParams();
  const { data } = useBlindSummary(cycleId);
  const running = data?.running;
  const done = running?.done;
  useEffect(() => {
    void refresh(blindCopyApi.list);
  }, [done]);
  const counts = new Map(data?.counts.map(({ state, count }) => [state, count]));
  const total = data?.counts.reduce((sum, { count }) => sum + count, 0);
  const states = [
    { state: undefined, label: '全部', count: total },
    ...Object.entries(blindStates).map(([state, label]) => ({
      state: state as BlindState,
      label,
      count: data && (counts.get(state as BlindState) ?? 0),
    })),
  ];
  return (
    <>
      {running && (
        <Alert
          type="info"
          showIcon
          title={`正在制作盲审副本：已完成 ${running.done} / ${running.total ?? '…'} 个文件，可以离开此页面`}
        />
      )}
      <nav className="blind-bar" aria-label="各状态的盲审副本数">
        <ul>
          {states.map(({ state, label, count }) => (
            <li key={label}>
              <Link
                to={`?${patchParams(params, { state })}`}
                aria-current={current === state ? 'true' : undefined}
              >
                <span>{label}</span>
                <strong>{count ?? '…'}</strong>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
};
