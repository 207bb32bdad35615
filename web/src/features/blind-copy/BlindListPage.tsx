import { useQuery } from '@tanstack/react-query';
import { blindCopyApi, type BlindRow } from '@zhiping/shared/contracts/blind-copy.ts';
import { blindStates, copyProblems } from '@zhiping/shared/rules/blind-copy/states.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '../../kit/display/Can.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SuspendedCycles } from '../../kit/display/SuspendedCycles.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { reading, useWrite } from '../../lib/query-client.ts';
import { BlindBar, useBlindSummary } from './BlindBar.tsx';
import { BlindStateTag } from './BlindStateTag.tsx';
import { RecheckDialog } from './RecheckDialog.tsx';
import { CycleFilter } from '../../pickers/CycleFilter.tsx';

const CHOOSE_FIRST = '请先筛选一个批次';

const versionOptions = [
  { value: true, label: '由旧版本生成' },
  { value: false, label: '当前版本' },
];
const stateOptions = Object.entries(blindStates).map(([value, label]) => ({ value, label }));

/** Why a copy cannot be released yet. */
const blockerOf = ({ problem, state, isChanged, isOld, leftOver, openMarks, doubtedPages }: BlindRow) => {
  if (problem) return copyProblems[problem];
  if (state === 'unchecked') return null;
  if (state === 'released') return isOld ? '由旧版本生成，可重新检查' : null;
  const todos = [
    isOld && '由旧版本生成，待重新制作',
    isChanged && '标记有改动，待重新检验',
    leftOver > 0 && `${leftOver} 处没有遮住`,
    openMarks > 0 && `${openMarks} 处提示待处理`,
    doubtedPages > 0 && `${doubtedPages} 页待核对`,
  ];
  return todos.filter(Boolean).join('；') || null;
};

const coveredOf = ({ state, coveredMarks }: BlindRow) =>
  state === 'unchecked' ? null : `${coveredMarks} 处`;

const columns: Column<BlindRow>[] = [
  text('fileName', '文件', { isLink: true, mobile: 'title', width: 180, grows: true, sort: 'fileName' }),
  text('projectNo', '申报编号', { width: 120, sort: 'projectNo', mobile: 'field' }),
  text('personName', '姓名', { width: 80, mobile: 'field' }),
  text('schoolName', '学校', { width: 150, grows: true, hidePriority: 2 }),
  cell('pages', '页数', ({ pages }) => pages, { width: 70, align: 'right', hidePriority: 3 }),
  cell('marks', '已遮盖', coveredOf, { width: 90, align: 'right', mobile: 'named', hidePriority: 4 }),
  cell('todo', '待办', blockerOf, { width: 150, grows: true, mobile: 'named' }),
  text('coveredAt', '制作时间', { width: 170, hidePriority: 1 }),
  cell('state', '状态', ({ state }) => <BlindStateTag state={state} />, { width: 110, mobile: 'status' }),
];

const BlindFacts = (row: BlindRow) => (
  <Facts
    items={[
      ['文件', row.fileName],
      ['申报编号', row.projectNo],
      ['姓名', row.personName],
      ['学校', row.schoolName],
      ['状态', <BlindStateTag key="state" state={row.state} />],
      ['待办', blockerOf(row)],
      ['页数', row.pages],
      ['制作时间', row.coveredAt],
      ['放行时间', row.releasedAt],
    ]}
  />
);

/**
 * Blind copies of a cycle by state: created together, checked one by one; those without findings are released together.
 */
export const BlindListPage = () => {
  const list = useList(blindCopyApi.list);
  const opened = useSubView('id');
  const confirm = useConfirm();
  const report = useBulkReport();
  const { data: cycles = [] } = useQuery(reading(blindCopyApi.cycles));
  const cycleId = list.query.cycleId ?? (cycles.length === 1 ? cycles[0]?.id : undefined);
  const { data: summary } = useBlindSummary(cycleId);
  const run = useWrite(blindCopyApi.run, blindCopyApi.summary);
  const release = useWrite(blindCopyApi.releaseMany, blindCopyApi.list, blindCopyApi.summary);
  const old = summary?.old;
  const [rechecked, setRechecked] = useState<number[] | 'all' | null>(null);
  const clean = summary?.counts.find(({ state }) => state === 'covered')?.count ?? 0;

  const start = async () => {
    if (cycleId === undefined) return;
    await run.mutateAsync({ body: { cycleId } });
    notify.success('已开始制作，完成后会通知您');
  };
  const releaseAll = (ids?: number[]) => {
    if (cycleId === undefined) return;
    confirm({
      title: ids ? `放行选中的 ${ids.length} 个副本？` : `放行全部 ${clean} 个已遮盖的副本？`,
      consequence: '放行后评审专家即可看到副本。有提示或页面待核对的不会放行，原因会逐个列出。',
      verb: '放行',
      act: async () => {
        const done = await release.mutateAsync({ body: { cycleId, ...(ids && { ids }) } });
        report(`已放行 ${done.succeeded} 个副本`, done);
      },
    });
  };

  return (
    <>
      <SuspendedCycles cycles={cycles} cycleId={cycleId} />
      {cycleId !== undefined && <BlindBar cycleId={cycleId} current={list.query.state} />}
      <ListPage
        title="盲审副本"
        row={{
          noun: '副本',
          idOf: ({ id }) => id,
          nameOf: ({ fileName }) => fileName,
          factsOf: BlindFacts,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="name" label="文件、编号或姓名" />}
        filters={
          <>
            <CycleFilter list={list} cycles={cycles} />
            <SelectFilter list={list} name="state" label="状态" options={stateOptions} />
            <SelectFilter list={list} name="isOld" label="版本" options={versionOptions} />
          </>
        }
        work={{
          rowActions: ({ id }) => [{ label: '打开', allow: 'blind:list', href: opened.hrefOf(id) }],
          bulkActions: [
            { label: '放行', allow: 'blind:release', run: (rows) => releaseAll(rows.map(({ id }) => id)) },
            {
              label: '重新检查',
              allow: 'blind:release',
              fits: (rows) => rows.some(({ state, isOld }) => state === 'released' && isOld),
              run: (rows) => setRechecked(rows.map(({ id }) => id)),
            },
          ],
        }}
        tools={
          <>
            <Can roles={['blind:edit']}>
              <Button
                type="primary"
                disabled={cycleId === undefined || !!summary?.running}
                title={cycleId === undefined ? CHOOSE_FIRST : undefined}
                loading={run.isPending}
                onClick={() => void start()}
              >
                制作副本
              </Button>
            </Can>
            <Can roles={['blind:release']}>
              <Button
                disabled={cycleId === undefined || clean === 0}
                title={cycleId === undefined ? CHOOSE_FIRST : undefined}
                onClick={() => releaseAll()}
              >
                放行已遮盖的
              </Button>
              {old && old.released > 0 && (
                <Button onClick={() => setRechecked('all')}>重新检查旧版本 {old.released}</Button>
              )}
            </Can>
          </>
        }
      />
      {rechecked !== null && cycleId !== undefined && (
        <RecheckDialog
          cycleId={cycleId}
          ids={rechecked === 'all' ? undefined : rechecked}
          old={old}
          onClose={() => setRechecked(null)}
        />
      )}
    </>
  );
};
