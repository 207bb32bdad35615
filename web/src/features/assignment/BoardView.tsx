import { useQuery } from '@tanstack/react-query';
import { type FileMark, fileConcerns, fileMarks, fileStages } from '@zhiping/shared/contracts/assignment.ts';
import {
  type BoardGroup,
  boardGroups,
  type BoardRow,
  reviewBoardApi,
} from '@zhiping/shared/contracts/review-board.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { PrintedPanel } from '../../kit/layout/PrintedPanel.tsx';
import type { Answer } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import { useRefreshOnRoundChange } from '../../lib/rounds.ts';
import '../../kit/display/counts-table.css';
import './progress.css';

type Board = Answer<typeof reviewBoardApi.board>;
type Filters = Record<string, string | number | undefined>;

/** Rows shown at first; more on demand. */
const FIRST_ROWS = 100;

/** The address of the list of projects with these filters. */
const listHref = (filters: Filters) => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return `/review/assignment?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

type CountProps = { count: number; label: string; filters: Filters };

/** A count that links to the counted projects, for users who may see that list. */
const Count = ({ count, label, filters }: CountProps) => {
  const mayOpen = usePermission(['review:list']);
  if (count === 0) return <span className="progress-none">0</span>;
  if (!mayOpen) return count;
  return (
    <Link to={listHref(filters)} aria-label={`${label} ${count} 份`}>
      {count}
    </Link>
  );
};

const stages = Object.keys(fileStages) as FileMark[];
const concerns = Object.keys(fileConcerns) as FileMark[];

/** The last part of a subject's name, which distinguishes subjects, with its position in the catalogue beside it. */
const SubjectName = ({ name }: { name: string }) => {
  const parts = name.split(' - ');
  const last = parts.pop();
  return (
    <>
      {last}
      {parts.length > 0 && <small className="progress-chain">{parts.join(' - ')}</small>}
    </>
  );
};

type LineProps = {
  name: string;
  files: number;
  marks: BoardRow['marks'];
  shown: readonly FileMark[];
  filters: Filters;
};

const Line = ({ name, files, marks, shown, filters }: LineProps) => (
  <tr>
    <th scope="row">
      <SubjectName name={name} />
    </th>
    <td>
      <Count count={files} label={`${name}：材料`} filters={filters} />
    </td>
    <td>{files === 0 ? '—' : `${Math.floor((marks.done / files) * 100)}%`}</td>
    {shown.map((mark) => (
      <td key={mark} className={concerns.includes(mark) && marks[mark] > 0 ? 'is-concern' : undefined}>
        <Count count={marks[mark]} label={`${name}：${fileMarks[mark]}`} filters={{ ...filters, mark }} />
      </td>
    ))}
  </tr>
);

const Table = ({ board, cycleId, by }: { board: Board; cycleId: number; by: BoardGroup }) => {
  const [isAll, setAll] = useState(false);
  const shown = [...stages, ...concerns.filter((mark) => board.marks[mark] > 0)];
  const rows = isAll ? board.rows : board.rows.slice(0, FIRST_ROWS);
  const nameOf = by === 'school' ? 'schoolId' : 'subject';
  return (
    <>
      <div className="counts-wide progress-wide">
        <table>
          <caption className="visually-hidden">按{boardGroups[by]}的送审进度</caption>
          <thead>
            <tr>
              <th scope="col">{boardGroups[by]}</th>
              <th scope="col">材料</th>
              <th scope="col">完成</th>
              {shown.map((mark) => (
                <th key={mark} scope="col">
                  {fileMarks[mark]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line name="合计" files={board.files} marks={board.marks} shown={shown} filters={{ cycleId }} />
            {rows.map(({ key, name, files, marks }) => (
              <Line key={key} {...{ name, files, marks, shown }} filters={{ cycleId, [nameOf]: key }} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < board.rows.length && (
        <Button onClick={() => setAll(true)}>显示其余 {board.rows.length - rows.length} 行</Button>
      )}
      <p className="progress-note">
        未评、评审中、已评完三项相加是全部材料；其余各项可以同时出现。分差大指已交意见的总分相差 20 分以上。
      </p>
    </>
  );
};

type Props = { cycleId: number; cycleName: string | undefined; by: BoardGroup; tools: ReactNode };

/** The projects of a round by subject or by school, updated live. */
export const BoardView = ({ cycleId, cycleName, by, tools }: Props) => {
  useRefreshOnRoundChange(reviewBoardApi.board);
  const { data, error, refetch } = useQuery(reading(reviewBoardApi.board, { query: { cycleId, by } }));
  return (
    <PrintedPanel title="评审进度" className="progress" about={cycleName} isLandscape actions={tools}>
      {error && <Failed what="评审进度" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.rows.length === 0 && <Empty text="这个批次还没有送审的材料" />}
      {data && data.rows.length > 0 && <Table board={data} cycleId={cycleId} by={by} />}
    </PrintedPanel>
  );
};
