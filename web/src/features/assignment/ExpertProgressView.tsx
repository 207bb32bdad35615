import { taskMarks, type TaskMark } from '@zhiping/shared/contracts/assignment.ts';
import { type ExpertProgress, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';
import { useRefreshOnRoundChange } from '../../lib/rounds.ts';
import { SchoolFilter } from '../../pickers/SchoolFilter.tsx';
import './progress.css';
import { useMapping } from './use-mapping.ts';
import { RemindDialog, type RemindMode } from './RemindDialog.tsx';

const taskOptions = Object.entries(taskMarks).map(([value, label]) => ({ value, label }));

/**
 * While the mapping between experts and projects is hidden, the times, returns and extensions of an expert are hidden
 * too (decision 0053).
 */
const coveredTasks = taskOptions.filter(({ value }) => value !== 'returned' && value !== 'extended');

type Row = ExpertProgress & { cycleId: number; isHidden: boolean };

/** The address of the counted projects of this expert. */
const projectsHref = ({ cycleId, expertId }: Row, task?: TaskMark) =>
  `/review/assignment?${new URLSearchParams({ cycleId: String(cycleId), expertId: String(expertId), ...(task && { task }) })}`;

const Count = ({ row, task }: { row: Row; task?: TaskMark }) => {
  const count = task ? row[task] : row.tasks;
  if (count === 0) return <span className="progress-none">0</span>;
  // The projects of an expert are not listed while the mapping is hidden.
  if (row.isHidden) return count;
  const label = `${row.name}：${task ? taskMarks[task] : '全部'} ${count} 份`;
  return (
    <Link to={projectsHref(row, task)} aria-label={label}>
      {count}
    </Link>
  );
};

const counted = (task: TaskMark, mobile?: 'named') =>
  cell<Row>(task, taskMarks[task], (row) => <Count row={row} task={task} />, {
    width: 90,
    align: 'right',
    sort: task,
    ...(mobile && { mobile }),
  });

const columns: Column<Row>[] = [
  text('name', '专家', { isLink: true, width: 100, sort: 'name', mobile: 'title' }),
  text('schoolName', '单位', { width: 160, grows: true, mobile: 'field', hidePriority: 2 }),
  cell('tasks', '份数', (row) => <Count row={row} />, { width: 80, align: 'right', sort: 'tasks' }),
  counted('unsigned'),
  counted('open', 'named'),
  counted('late', 'named'),
  counted('extended'),
  counted('returned'),
  counted('submitted', 'named'),
  cell('request', '申请延期', ({ request }) => request?.reason ?? '', { width: 160, hidePriority: 2 }),
  text('draftAt', '草稿最近保存', { width: 170, hidePriority: 1 }),
  text('dueAt', '最近截止', { width: 170, sort: 'dueAt' }),
];

const coveredKeys = new Set(['returned', 'extended', 'draftAt', 'dueAt']);
const coveredColumns = columns.filter(({ key }) => !coveredKeys.has(key));

const ExpertFacts = (row: Row) => (
  <Facts
    items={[
      ['专家', row.name],
      ['单位', row.schoolName],
      ['份数', <Count key="tasks" row={row} />],
      ...(Object.keys(taskMarks) as TaskMark[]).map((task): [string, ReactNode] => [
        taskMarks[task],
        <Count key={task} row={row} task={task} />,
      ]),
      ['未交意见的最近保存', row.draftAt],
      ['最近的截止时间', row.dueAt],
      ['最近提交', row.submittedAt],
      ...(row.request
        ? [['申请延期', `${row.request.reason}（${row.request.askedAt}）`] as [string, ReactNode]]
        : []),
    ]}
  />
);

/** Progress of each expert of a round, late experts first. */
export const ExpertProgressView = ({ cycleId, tools }: { cycleId: number; tools: ReactNode }) => {
  useRefreshOnRoundChange(reviewBoardApi.experts);
  const [refused, setRefused] = useState<Row>();
  const found = useList(reviewBoardApi.experts);
  const { isHidden, isCovered } = useMapping(cycleId);
  const [open, setOpen] = useState<{ experts: readonly Row[]; start: RemindMode }>();
  const list = { ...found, rows: found.rows.map((row) => ({ ...row, cycleId, isHidden })) };
  return (
    <>
      <ListPage
        title="评审进度"
        row={{
          noun: '专家进度',
          idOf: ({ expertId }) => expertId,
          keyParam: 'expertId',
          nameOf: ({ name }) => name,
          // A row from another page lacks what is added to the rows of the list.
          factsOf: (row) => ExpertFacts({ ...row, cycleId, isHidden }),
        }}
        list={list}
        columns={isCovered ? coveredColumns : columns}
        work={{
          rowActions: (row) =>
            row.request
              ? [
                  {
                    label: '同意延期',
                    allow: 'review:return',
                    run: () => setOpen({ experts: [row], start: 'extend' }),
                  },
                  { label: '不同意', allow: 'review:return', run: () => setRefused(row) },
                ]
              : [],
          bulkActions: [
            {
              label: '催办',
              allow: 'review:return',
              run: (experts) => setOpen({ experts, start: 'remind' }),
            },
            {
              label: '延期',
              allow: 'review:return',
              run: (experts) => setOpen({ experts, start: 'extend' }),
            },
          ],
        }}
        search={<TextFilter list={list} name="blurry" label="专家姓名" />}
        filters={
          <>
            <SelectFilter
              list={list}
              name="task"
              label="有这类任务"
              options={isCovered ? coveredTasks : taskOptions}
            />
            <SelectFilter
              list={list}
              name="hasRequest"
              label="延期申请"
              options={[{ value: 'true', label: '有申请' }]}
            />
            <SchoolFilter list={list} label="单位" />
          </>
        }
        tools={
          <>
            {tools}
            <ExportButton api={reviewBoardApi.expertSheet} list={found} />
          </>
        }
      />
      {refused && (
        <ReasonDialog
          title={`不同意${refused.name}延期`}
          verb="不同意"
          consequence={`专家申请延期的原因：${refused.request?.reason ?? ''}。专家会收到您写的原因。`}
          schema={reviewBoardApi.refuseExtension.body}
          onClose={() => setRefused(undefined)}
          act={async (reason) => {
            const body = { cycleId, expertId: refused.expertId, reason };
            await call(reviewBoardApi.refuseExtension, { body, quiet: true });
            await refresh(reviewBoardApi.experts);
          }}
        />
      )}
      {open && <RemindDialog cycleId={cycleId} {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
};
