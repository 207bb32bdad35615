import { useQuery } from '@tanstack/react-query';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { cycleStates } from '@zhiping/shared/rules/cycle/states.ts';
import { type ProjectState, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { projectWaiting } from '@zhiping/shared/rules/project/waiting.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SuspendedNote } from '../../../kit/display/SuspendedNote.tsx';
import { Empty, Failed, Loading } from '../../../kit/display/states.tsx';
import { PrintedPanel } from '../../../kit/layout/PrintedPanel.tsx';
import type { Answer } from '../../../lib/api.ts';
import { patchParams } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import { DictText } from '../../../pickers/DictText.tsx';
import '../../../kit/display/counts-table.css';
import '../project.css';
import './board.css';

type Board = Answer<typeof projectListApi.board>;
type Counts = Board['targets'][number]['counts'];

const states = Object.keys(projectStates) as ProjectState[];
const countOf = (counts: Counts, state: ProjectState) =>
  counts.find((one) => one.state === state)?.count ?? 0;
const totalOf = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0);

/** The address of the list of projects with these filters. */
const listOf = (filters: Record<string, string | number | null | undefined>) => {
  const given = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined);
  return `/review/project?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

type Line = {
  key: string;
  label: ReactNode;
  counts: Counts;
  filters: Record<string, string | number | null>;
};

type Filters = Record<string, string | number | null>;

/** A count that links to the counted projects; plain text for supervisors. */
const Count = ({
  count,
  filters,
  isSupervised,
}: {
  count: number;
  filters: Filters;
  isSupervised: boolean;
}) => (isSupervised ? count : <Link to={listOf(filters)}>{count}</Link>);

/** Counts per state. */
const StageTable = ({
  title,
  lines,
  cycleId,
  isSupervised,
}: {
  title: string;
  lines: readonly Line[];
  cycleId: number;
  isSupervised: boolean;
}) => {
  const shown = states.filter((state) => lines.some(({ counts }) => countOf(counts, state) > 0));
  return (
    <section className="board-part">
      <h2>{title}</h2>
      <div className="counts-wide">
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {shown.map((state) => (
                <th key={state} scope="col">
                  {projectStates[state]}
                </th>
              ))}
              <th scope="col">合计</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, counts, filters }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {shown.map((state) => {
                  const count = countOf(counts, state);
                  return (
                    <td key={state}>
                      {count > 0 ? (
                        <Count
                          count={count}
                          filters={{ cycleId, ...filters, state }}
                          isSupervised={isSupervised}
                        />
                      ) : (
                        '—'
                      )}
                    </td>
                  );
                })}
                <td>
                  <Count
                    count={totalOf(counts)}
                    filters={{ cycleId, ...filters }}
                    isSupervised={isSupervised}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Board = ({ isSupervised, cycle, targets, schools, waiting }: Board) => (
  <>
    <SuspendedNote reason={cycle.suspendedReason} />
    <ul className="board-deadlines" aria-label="截止时间">
      <li>
        <span>批次状态</span>
        <strong>{cycleStates[cycle.state]}</strong>
      </li>
      {cycle.deadlines.map(({ label, at, isPast }) => (
        <li key={label} className={isPast ? 'is-past' : undefined}>
          <span>
            {label}
            {isPast && '（已过）'}
          </span>
          <strong>{at}</strong>
        </li>
      ))}
    </ul>
    <section className="board-part">
      <h2>需要关注</h2>
      {waiting.every(({ count }) => count === 0) ? (
        <p className="soft">没有停滞的申报</p>
      ) : (
        <ul className="board-waiting">
          {waiting
            .filter(({ count }) => count > 0)
            .map(({ waiting: one, count }) => (
              <li key={one}>
                {isSupervised ? (
                  <span>
                    {projectWaiting[one]} <strong>{count}</strong>
                  </span>
                ) : (
                  <Link to={listOf({ cycleId: cycle.id, waiting: one })}>
                    {projectWaiting[one]} <strong>{count}</strong>
                  </Link>
                )}
              </li>
            ))}
        </ul>
      )}
    </section>
    <StageTable
      title="系列与层级"
      cycleId={cycle.id}
      isSupervised={isSupervised}
      lines={targets.map(({ titleSeries, titleLevel, counts }) => ({
        key: `${titleSeries} ${titleLevel}`,
        label: titleSeries ? (
          <>
            <DictText dict="title_series" value={titleSeries} />{' '}
            {titleLevel && levelWords[titleLevel as keyof typeof levelWords]}
          </>
        ) : (
          '未提交'
        ),
        counts,
        filters: { titleSeries, titleLevel },
      }))}
    />
    <StageTable
      title="学校"
      cycleId={cycle.id}
      isSupervised={isSupervised}
      lines={schools.map(({ schoolId, schoolName, isPart, counts }) => ({
        key: String(schoolId),
        label: isPart ? `其中：${schoolName}` : schoolName,
        counts,
        filters: { schoolId },
      }))}
    />
  </>
);

const Chosen = ({ cycleId }: { cycleId: number }) => {
  const { data, error, refetch } = useQuery(reading(projectListApi.board, { query: { cycleId } }));
  if (error) return <Failed what="看板" error={error} onRetry={() => void refetch()} />;
  return data ? <Board {...data} /> : <Loading />;
};

/** One cycle at a glance: deadlines, projects that may be stuck, and counts by state. */
export default function BoardPage() {
  const [params, setParams] = useSearchParams();
  const { data: cycles, error, refetch } = useQuery(reading(projectListApi.cycles));
  const asked = Number(params.get('cycleId'));
  const chosen = cycles?.find(({ id }) => id === asked) ?? cycles?.[0];
  return (
    <PrintedPanel
      title="批次看板"
      className="board"
      about={chosen?.name}
      isLandscape
      actions={
        cycles &&
        chosen && (
          <Select
            aria-label="批次"
            className="board-cycle"
            value={chosen.id}
            options={cycles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(cycleId) => setParams(patchParams(params, { cycleId }))}
          />
        )
      }
    >
      {error && <Failed what="批次" error={error} onRetry={() => void refetch()} />}
      {!cycles && !error && <Loading />}
      {cycles && !chosen && <Empty text="还没有可以查看的申报" />}
      {chosen && <Chosen key={chosen.id} cycleId={chosen.id} />}
    </PrintedPanel>
  );
}
