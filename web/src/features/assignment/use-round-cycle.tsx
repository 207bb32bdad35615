import { useQuery } from '@tanstack/react-query';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { Select, Tag } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { patchParams } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';
import './assignment.css';

/** Cycles that have reached the review, newest first. */
const useReviewCycles = () => {
  const { data, error, refetch } = useQuery(reading(cycleApi.list, { query: { size: 100 } }));
  const isBefore = new Set(['draft', 'published', 'applying', 'checking']);
  return { cycles: data?.content.filter(({ state }) => !isBefore.has(state)), error, refetch };
};

type Options = {
  /** Address parameters to keep when another cycle is chosen. */
  keep?: readonly string[];
  /** Whether the page has content without a cycle. */
  isOptional?: boolean;
};

/**
 * The cycle whose round a page shows, from the address. If the address names none, the newest is written to it, because
 * lists read it from there. Without any cycle, the page shows `instead`.
 */
export const useRoundCycle = (title: string, { keep = [], isOptional = false }: Options = {}) => {
  const [params, setParams] = useSearchParams();
  const { cycles, error, refetch } = useReviewCycles();
  const asked = Number(params.get('cycleId'));
  const chosen = cycles?.find(({ id }) => id === asked) ?? cycles?.[0];
  useEffect(() => {
    if (!isOptional && chosen && chosen.id !== asked)
      setParams((before) => patchParams(before, { cycleId: chosen.id }), { replace: true });
  }, [chosen, asked, isOptional, setParams]);
  const choose = (cycleId: number) => {
    const kept = new URLSearchParams([...params].filter(([name]) => keep.includes(name)));
    setParams(patchParams(kept, { cycleId }));
  };
  const picker = chosen && cycles && (
    <>
      <Select
        aria-label="批次"
        className="assignment-cycle"
        value={chosen.id}
        options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
      {chosen.suspendedReason !== null && (
        <Tag color="warning" className="assignment-suspended">
          批次已暂停：{chosen.suspendedReason}
        </Tag>
      )}
    </>
  );
  const instead: ReactNode = (
    <section className="panel">
      <PageHead title={title} />
      {error && <Failed what="批次" error={error} onRetry={() => void refetch()} />}
      {!cycles && !error && <Loading />}
      {cycles?.length === 0 && <Empty text="还没有进入评审的批次" />}
    </section>
  );
  return { cycleId: chosen && chosen.id === asked ? chosen.id : undefined, cycles, picker, instead };
};
