import { useQuery } from '@tanstack/react-query';
import { type AssignedFile, assignmentApi, fileStandings } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { levelWords, type TitleLevel } from '@zhiping/shared/rules/review-rules/facts.ts';
import { Select } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { patchParams, useList } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';
import './assignment.css';
import { ExpertTag } from './ExpertTag.tsx';
import { RoundSummary } from './RoundSummary.tsx';

const FileScreen = lazy(() => import('./FileScreen.tsx'));

const standingOptions = Object.entries(fileStandings).map(([value, label]) => ({ value, label }));
const levelOf = (level: string | null) => (level === null ? '' : levelWords[level as TitleLevel]);

const columns: Column<AssignedFile>[] = [
  text('no', '编号', { isLink: true, width: 140, sort: 'no', mobile: 'field' }),
  text('name', '申报人', { width: 100, mobile: 'title' }),
  text('schoolName', '学校', { width: 140, grows: true, mobile: 'field' }),
  cell('titleLevel', '申报层级', ({ titleLevel }) => levelOf(titleLevel), { width: 90, mobile: 'field' }),
  text('subject', '学科', { width: 180, grows: true, mobile: 'field' }),
  cell('experts', '专家', ({ experts, wanted }) => <ExpertTags experts={experts} wanted={wanted} />, {
    width: 320,
    grows: true,
    mobile: 'field',
  }),
];

const ExpertTags = ({ experts, wanted }: Pick<AssignedFile, 'experts' | 'wanted'>) => {
  const holding = experts.filter(({ endedReason, state }) => endedReason === null || state === 'returned');
  return (
    <span className="assignment-tags">
      {holding.map((expert) => (
        <ExpertTag key={expert.assignmentId} expert={expert} />
      ))}
      {holding.length < wanted && <span className="assignment-short">缺 {wanted - holding.length} 人</span>}
    </span>
  );
};

const FileFacts = (file: AssignedFile) => (
  <Facts
    items={[
      ['编号', file.no],
      ['申报人', file.name],
      ['学校', file.schoolName],
      ['学科', file.subject],
      ['专家', <ExpertTags key="experts" experts={file.experts} wanted={file.wanted} />],
    ]}
  />
);

const FileList = ({ cycleId, picker }: { cycleId: number; picker: ReactNode }) => {
  const list = useList(assignmentApi.files);
  const opened = useSubView('id');
  return (
    <ListPage
      title="送审分配"
      row={{
        noun: '送审材料',
        idOf: ({ projectId }) => projectId,
        nameOf: ({ no, name }) => `${no} ${name}`,
        factsOf: FileFacts,
      }}
      list={list}
      columns={columns}
      tools={picker}
      search={
        <>
          <RoundSummary cycleId={cycleId} />
          <TextFilter list={list} name="blurry" label="编号、袋号、申报人、专家" />
        </>
      }
      filters={<SelectFilter list={list} name="standing" label="情况" options={standingOptions} />}
      work={{
        rowActions: ({ projectId }) => [
          { label: '打开', allow: 'review:list', href: opened.hrefOf(projectId) },
        ],
      }}
    />
  );
};

/** Cycles that have come to their review, the newest first. */
const useReviewCycles = () => {
  const { data, error, refetch } = useQuery(reading(cycleApi.list, { query: { size: 100 } }));
  const isBefore = new Set(['draft', 'published', 'applying', 'checking']);
  return { cycles: data?.content.filter(({ state }) => !isBefore.has(state)), error, refetch };
};

/** Who reviews what in a cycle, how far they are, and one file with its experts. */
export default function AssignmentPage() {
  const [params, setParams] = useSearchParams();
  const { value, close } = useSubView('id');
  const { cycles, error, refetch } = useReviewCycles();
  const asked = Number(params.get('cycleId'));
  const chosen = cycles?.find(({ id }) => id === asked) ?? cycles?.[0];
  // The list reads the cycle from the address.
  useEffect(() => {
    if (chosen && chosen.id !== asked)
      setParams((before) => patchParams(before, { cycleId: chosen.id }), { replace: true });
  }, [chosen, asked, setParams]);
  if (value !== null && chosen)
    return (
      <Suspense fallback={<Loading />}>
        <FileScreen key={value} cycleId={chosen.id} projectId={Number(value)} onLeave={close} />
      </Suspense>
    );
  if (chosen && chosen.id === asked && cycles)
    return (
      <FileList
        key={chosen.id}
        cycleId={chosen.id}
        picker={
          <Select
            aria-label="批次"
            className="assignment-cycle"
            value={chosen.id}
            options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(cycleId) => setParams(patchParams(new URLSearchParams(), { cycleId }))}
          />
        }
      />
    );
  return (
    <section className="panel">
      <PageHead title="送审分配" />
      {error && <Failed what="批次" error={error} onRetry={() => void refetch()} />}
      {!cycles && !error && <Loading />}
      {cycles?.length === 0 && <Empty text="还没有进入评审的批次" />}
    </section>
  );
}
