import { useQuery } from '@tanstack/react-query';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { isOpen } from '@zhiping/shared/rules/assignment-states.ts';
import { levelWords } from '@zhiping/shared/rules/review-rules/facts.ts';
import { Alert, Button, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { lastSaveOf } from '../../lib/autosave.ts';
import { readingAfter } from '../../lib/query-client.ts';
import { useMedia } from '../../lib/use-media.ts';
import { dueWords } from './due-words.ts';
import { FirstHint } from './FirstHint.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { draftKeyOf, useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { LastMinutes } from './LastMinutes.tsx';
import { Materials } from './Materials.tsx';
import './review.css';
import './desk.css';
import { Revisions } from './Revisions.tsx';
import { Scoring } from './Scoring.tsx';
import { Splitter } from './Splitter.tsx';
import { TaskStateTag } from './TaskStateTag.tsx';
import { useTasks } from './TaskList.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useServerNow } from './use-server-now.ts';
import { type Share, useShare } from './use-share.ts';

const shares: { value: Share; label: string }[] = [
  { value: 70, label: '70 / 30' },
  { value: 50, label: '50 / 50' },
  { value: 30, label: '30 / 70' },
];

/** The files before and behind this one, and the next one that is not handed in. */
const useNeighbours = (expertId: number, id: number) => {
  const { data } = useTasks(expertId);
  const gone = new Set(['released', 'declined', 'recused']);
  const open = (data?.content ?? []).filter(({ status }) => !gone.has(status));
  const at = open.findIndex(({ assignmentId }) => assignmentId === id);
  const rest = [...open.slice(at + 1), ...open.slice(0, Math.max(0, at))];
  return {
    previous: open[at - 1]?.assignmentId,
    next: at < 0 ? undefined : open[at + 1]?.assignmentId,
    unfinished: rest.find(({ submittedAt }) => submittedAt === null)?.assignmentId,
    done: open.filter(({ submittedAt }) => submittedAt !== null).length,
    all: open.length,
  };
};

type HeadProps = { desk: ReviewDesk; neighbours: ReturnType<typeof useNeighbours>; now: number };

const Head = ({ desk, neighbours, now }: HeadProps) => {
  const { hrefOf } = useSubView('task');
  const { bagNo, titleLevel, titleName, subjects, dueAt, state } = desk;
  const target = [titleLevel && levelWords[titleLevel], titleName].filter(Boolean).join(' ');
  const { previous, next, done, all } = neighbours;
  return (
    <header className="desk-head">
      <Link to="/desk/task" className="desk-back">
        返回列表
      </Link>
      <h1 tabIndex={-1}>
        {bagNo}
        {desk.view === 'expertOpen' && desk.person && ` ${desk.person.name}`}
      </h1>
      <TaskStateTag state={state} />
      <span>申报 {target}</span>
      <span className="review-soft">{subjects.join('；')}</span>
      {dueAt && <span>{dueWords(dueAt, now)}</span>}
      <span className="desk-done">
        已交 {done} / {all}
      </span>
      <nav aria-label="其他材料">
        {previous !== undefined && <Link to={hrefOf(previous)}>上一份</Link>}
        {next !== undefined && <Link to={hrefOf(next)}>下一份</Link>}
      </nav>
    </header>
  );
};

type ScreenProps = { desk: ReviewDesk; expertId: number; receivedAt: number };

const Screen = ({ desk, expertId, receivedAt }: ScreenProps) => {
  const now = useServerNow(desk.now, receivedAt);
  const neighbours = useNeighbours(expertId, desk.assignmentId);
  const isWide = useMedia('(min-width: 992px)');
  const [share, setShare] = useShare();
  const [segment, setSegment] = useState<'materials' | 'scoring'>('materials');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const history = useSubView('history');
  const place = useRef<HTMLDivElement>(null);
  useDeskKeys({ place, neighbours, share, setShare, help: () => setHelpOpen(true) });
  const ofSegment = segment === 'materials' ? 100 : 0;
  const shown = isWide ? share : ofSegment;
  return (
    <section className="panel desk" ref={place}>
      <Head desk={desk} neighbours={neighbours} now={now} />
      {desk.dueAt && isOpen(desk.state) && <LastMinutes dueAt={desk.dueAt} now={now} />}
      {desk.returnedReason && (
        <Alert type="warning" showIcon title={`评审办退回修改：${desk.returnedReason}`} />
      )}
      {desk.cycle.suspendedReason && (
        <Alert type="warning" showIcon title={`批次已暂停：${desk.cycle.suspendedReason}`} />
      )}
      <FirstHint />
      <div className="desk-tools">
        {isWide ? (
          <Segmented aria-label="材料与评分的宽度" options={shares} value={share} onChange={setShare} />
        ) : (
          <Segmented
            block
            aria-label="材料或评分"
            options={[
              { value: 'materials', label: '材料' },
              { value: 'scoring', label: '评分' },
            ]}
            value={segment}
            onChange={setSegment}
          />
        )}
        <span>
          {desk.works !== null && (
            <Link to={history.hrefOf(1)} className="desk-back">
              历次保存
            </Link>
          )}
          <Button type="text" onClick={() => setHelpOpen(true)}>
            快捷键
          </Button>
        </span>
      </div>
      <div className="desk-split" style={{ '--share': `${shown}fr`, '--rest': `${100 - shown}fr` } as object}>
        <div className="desk-materials" hidden={shown === 0}>
          <Materials desk={desk} />
        </div>
        {isWide && shown > 0 && shown < 100 && <Splitter share={share} onChange={setShare} />}
        <div className="desk-scoring" hidden={shown === 100}>
          <Scoring desk={desk} />
        </div>
      </div>
      <Revisions desk={desk} />
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </section>
  );
};

/** A file that cannot be opened, any more perhaps; what was written about it here can be read. */
const Unreadable = ({ id, error, onRetry }: { id: number; error: Error; onRetry: () => void }) => (
  <section className="panel">
    <PageHead title="我的评审">
      <Link to="/desk/task">返回列表</Link>
    </PageHead>
    <Failed what="评审材料" error={error} onRetry={onRetry} />
    <KeptOpinions {...useKeptOpinions({ id })} why="材料打不开时，您在这台设备上写下的内容仍可阅读和复制。" />
  </section>
);

/** One file with its materials on the left and the opinion on the right. */
export default function Desk({ id, expertId }: { id: number; expertId: number }) {
  const { data, dataUpdatedAt, error, fetchStatus, isFetchedAfterMount, refetch } = useQuery({
    ...readingAfter(() => lastSaveOf(draftKeyOf(id)), reviewApi.read, { params: { id } }),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  // Whoever comes back finds what was saved since, not what he found the first time; without the network, what there is.
  const isNew = isFetchedAfterMount || fetchStatus !== 'fetching';
  // What was read once stays: an answer that fails later must not take the typed opinion away.
  if (data && isNew)
    return (
      <Screen
        key={`${id}-${data.state === 'submitted'}`}
        desk={data}
        expertId={expertId}
        receivedAt={dataUpdatedAt}
      />
    );
  if (error) return <Unreadable id={id} error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
