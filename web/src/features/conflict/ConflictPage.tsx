import { useQuery } from '@tanstack/react-query';
import { conflictApi as api, type ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { conflictKinds, pinnedSeverities } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Select } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { SuspendedCycles } from '../../kit/display/SuspendedCycles.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { patchParams, useList } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';
import { SchoolFilter } from '../../pickers/SchoolFilter.tsx';
import { addressOf } from './addresses.ts';
import { ConflictFacts } from './ConflictFacts.tsx';
import { ConflictStatus } from './ConflictStatus.tsx';
import './conflict.css';
import { EffectiveTag } from './EffectiveTag.tsx';
import { ExpertDrawer } from './ExpertDrawer.tsx';
import { ProjectDrawer } from './ProjectDrawer.tsx';
import { usePins } from './use-pins.tsx';

/** The server counts no further than this. */
const MAX_COUNTED = 10_000;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const kindOptions = optionsOf(conflictKinds);
const effectiveOptions = optionsOf(pinnedSeverities);
const pinnedOptions = [
  { value: true, label: '有人工判定' },
  { value: false, label: '没有人工判定' },
];

const columns: Column<ConflictRow>[] = [
  text('applicantName', '申报人', { isLink: true, mobile: 'title', width: 110 }),
  text('schoolName', '学校', { width: 140, mobile: 'field', hidePriority: 3 }),
  text('expertName', '专家', { width: 100, mobile: 'named' }),
  text('expertUnit', '专家单位', { width: 140, hidePriority: 2 }),
  cell('kind', '类别', ({ kind }) => conflictKinds[kind], { width: 90, mobile: 'field' }),
  cell('effective', '处理', (row) => <EffectiveTag effective={row.effective} pinned={row.pinned} />, {
    width: 130,
    mobile: 'status',
  }),
  text('evidence', '依据', { grows: true, width: 260, hidePriority: 4 }),
  text('projectNo', '编号', { width: 120, hidePriority: 1 }),
];

type Cycle = { id: number; name: string; suspendedReason: string | null };

const CyclePicker = ({ cycles, chosen }: { cycles: readonly Cycle[]; chosen: number }) => {
  const [params, setParams] = useSearchParams();
  return (
    <Select
      aria-label="批次"
      className="conflict-cycle"
      value={chosen}
      options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(cycleId) => setParams(patchParams(params, { cycleId }))}
    />
  );
};

const Conflicts = ({ cycles, cycleId }: { cycles: readonly Cycle[]; cycleId: number }) => {
  const [params] = useSearchParams();
  const { query, ...state } = useList(api.list);
  // The cycle is chosen above the list; it is not a filter that can be cleared.
  const { cycleId: _chosen, ...filters } = query;
  const list = { ...state, query: filters };
  const [project, expert] = [useSubView('project'), useSubView('expert')];
  const { actionsOf, dialog } = usePins();
  return (
    <>
      <SuspendedCycles cycles={cycles} cycleId={cycleId} />
      <ConflictStatus key={cycleId} cycleId={cycleId} />
      <ListPage
        title="回避"
        row={{
          noun: '回避',
          idOf: ({ id }) => id,
          nameOf: ({ applicantName, expertName }) => `申报人${applicantName}与专家${expertName}`,
          factsOf: (row) => <ConflictFacts row={row} />,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="姓名、拼音或编号" />}
        filters={
          <>
            <SelectFilter list={list} name="kind" label="类别" options={kindOptions} />
            <SelectFilter list={list} name="effective" label="处理" options={effectiveOptions} />
            <SelectFilter list={list} name="pinned" label="人工判定" options={pinnedOptions} />
            <SchoolFilter list={list} label="学校" />
          </>
        }
        work={{
          rowActions: (row) => [
            ...actionsOf(row),
            { label: '同一申报', allow: 'conflict:list', href: addressOf(params, 'project', row.projectId) },
            { label: '同一专家', allow: 'conflict:list', href: addressOf(params, 'expert', row.expertId) },
          ],
        }}
        tools={
          <>
            {list.total >= MAX_COUNTED && (
              <output className="soft">仅列出最近 {MAX_COUNTED} 条，请缩小范围</output>
            )}
            <CyclePicker cycles={cycles} chosen={cycleId} />
          </>
        }
      />
      <ProjectDrawer id={project.value === null ? null : Number(project.value)} onClose={project.close} />
      <ExpertDrawer
        id={expert.value === null ? null : Number(expert.value)}
        cycleId={cycleId}
        onClose={expert.close}
      />
      {dialog}
    </>
  );
};

/** Which expert must not review which project, why, and the pins of the office. */
export default function ConflictPage() {
  const [params, setParams] = useSearchParams();
  const { data: cycles, error, refetch } = useQuery(reading(api.cycles));
  const asked = Number(params.get('cycleId'));
  const newest = cycles?.[0]?.id;
  const known = cycles?.some(({ id }) => id === asked) ?? false;
  // The list reads its cycle from the address.
  useEffect(() => {
    if (newest !== undefined && !known)
      setParams((before) => patchParams(before, { cycleId: newest }), { replace: true });
  }, [newest, known, setParams]);
  if (cycles && known) return <Conflicts cycles={cycles} cycleId={asked} />;
  return (
    <section className="panel">
      <PageHead title="回避" />
      {error && <Failed what="批次" error={error} onRetry={() => void refetch()} />}
      {!error && newest === undefined && cycles && (
        <Empty text="还没有已发布的批次。批次发布后，提交的申报随时与专家库核对回避" />
      )}
      {!error && (!cycles || newest !== undefined) && <Loading />}
    </section>
  );
}
