import {
  type AssignedFile,
  assignmentApi,
  fileMarks,
  outcomeWords,
  taskMarks,
} from '@zhiping/shared/contracts/assignment.ts';
import { useQuery } from '@tanstack/react-query';
import { levelWords, type TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { Facts } from '../../kit/display/Facts.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';
import { SchoolFilter } from '../../pickers/SchoolFilter.tsx';
import { SubjectFilter } from '../../pickers/SubjectFilter.tsx';
import './assignment.css';
import { ExpertChip } from './ExpertChip.tsx';
import { ExpertTag } from './ExpertTag.tsx';
import { MappingBar } from './MappingBar.tsx';
import { RoundExports } from './RoundExports.tsx';
import { RoundSummary } from './RoundSummary.tsx';
import { useMapping } from './use-mapping.ts';
import { useRoundCycle } from './use-round-cycle.tsx';

const ProjectScreen = lazy(() => import('./ProjectScreen.tsx'));

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const markOptions = optionsOf(fileMarks);
const taskOptions = optionsOf(taskMarks);
const outcomeOptions = optionsOf(outcomeWords);
const levelOf = (level: string | null) => (level === null ? '' : levelWords[level as TitleLevel]);

const columns: Column<AssignedFile>[] = [
  text('no', '编号', { isLink: true, width: 140, sort: 'no', mobile: 'field' }),
  text('name', '申报人', { isLink: true, width: 100, mobile: 'title' }),
  text('schoolName', '学校', { width: 140, grows: true, mobile: 'field' }),
  cell('titleLevel', '申报层级', ({ titleLevel }) => levelOf(titleLevel), {
    width: 90,
    mobile: 'field',
    hidePriority: 1,
  }),
  text('subject', '学科', { width: 180, grows: true, mobile: 'field', hidePriority: 2 }),
  cell('experts', '专家', ({ experts, wanted }) => <ExpertTags experts={experts} wanted={wanted} />, {
    width: 320,
    grows: true,
    mobile: 'field',
  }),
];

/** Columns of a closed round. */
const closedRoundColumns = [
  ...columns,
  cell<AssignedFile>('outcome', '结果', ({ outcome }) => outcome && outcomeWords[outcome], {
    width: 90,
    mobile: 'status',
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

const ProjectFacts = (file: AssignedFile) => (
  <Facts
    items={[
      ['编号', file.no],
      ['申报人', file.name],
      ['学校', file.schoolName],
      ['学科', file.subject],
      ...(file.outcome ? [['送审结果', outcomeWords[file.outcome]] as const] : []),
      ['专家', <ExpertTags key="experts" experts={file.experts} wanted={file.wanted} />],
    ]}
  />
);

const ProjectList = ({ cycleId, picker }: { cycleId: number; picker: ReactNode }) => {
  const list = useList(assignmentApi.files);
  const opened = useSubView('id');
  const { isHidden } = useMapping(cycleId);
  const { data: summary } = useQuery(reading(assignmentApi.summary, { query: { cycleId } }));
  const isClosed = summary?.outcomes != null;
  return (
    <ListPage
      title="送审分配"
      row={{
        noun: '送审材料',
        idOf: ({ projectId }) => projectId,
        keyParam: 'projectId',
        nameOf: ({ no, name }) => `${no} ${name}`,
        factsOf: ProjectFacts,
      }}
      list={list}
      columns={isClosed ? closedRoundColumns : columns}
      tools={
        <>
          {picker}
          <RoundExports list={list} isHidden={isHidden} />
        </>
      }
      search={
        <>
          <MappingBar cycleId={cycleId} />
          <RoundSummary cycleId={cycleId} />
          <TextFilter
            list={list}
            name="blurry"
            label={isHidden ? '编号、袋号、申报人' : '编号、袋号、申报人、专家'}
          />
        </>
      }
      filters={
        <>
          <SelectFilter list={list} name="mark" label="进度与问题" options={markOptions} />
          {isClosed && <SelectFilter list={list} name="outcome" label="结果" options={outcomeOptions} />}
          <SelectFilter list={list} name="task" label="专家的任务" options={taskOptions} />
          <SchoolFilter list={list} label="学校" />
          <SubjectFilter list={list} />
          <ExpertChip list={list} />
        </>
      }
      work={{
        rowActions: ({ projectId }) => [
          { label: '打开', allow: 'review:list', href: opened.hrefOf(projectId) },
        ],
      }}
    />
  );
};

/** The assignments of a cycle, their progress, and one project with its experts. */
export default function AssignmentPage() {
  const { value, close } = useSubView('id');
  const { cycleId, picker, instead } = useRoundCycle('送审分配');
  if (cycleId === undefined) return instead;
  if (value !== null)
    return (
      <Suspense fallback={<Loading />}>
        <ProjectScreen key={value} cycleId={cycleId} projectId={Number(value)} onLeave={close} />
      </Suspense>
    );
  return <ProjectList key={cycleId} cycleId={cycleId} picker={picker} />;
}
