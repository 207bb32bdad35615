import { useQuery } from '@tanstack/react-query';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { Alert, Button, Segmented } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SuspendedNote } from '../../kit/display/SuspendedNote.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { useOwnReviewChange } from '../../lib/own-reviews.ts';
import { lastSaveOf } from '../../lib/autosave.ts';
import { readingAfter } from '../../lib/query-client.ts';
import { useMedia } from '../../lib/use-media.ts';
import { ClosedNotice } from './ClosedNotice.tsx';
import { DeskHead } from './DeskHead.tsx';
import { FirstHint } from './FirstHint.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { draftKeyOf, useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { LastMinutes } from './LastMinutes.tsx';
import { Materials } from './Materials.tsx';
import './review.css';
import './desk.css';
import { Scoring } from './Scoring.tsx';
import { Splitter } from './Splitter.tsx';
import { type Half, useDeskKeys } from './use-desk-keys.ts';
import { useNeighbours } from './use-neighbours.ts';
import { unsubmitted } from './unsubmitted.ts';
import { useServerNow } from './use-server-now.ts';
import { type Share, useShare } from './use-share.ts';

const shares: { value: Share; label: string }[] = [
  { value: 70, label: '70 / 30' },
  { value: 50, label: '50 / 50' },
  { value: 30, label: '30 / 70' },
];

type ScreenProps = {
  desk: ReviewDesk;
  expertId: number;
  receivedAt: number;
  /** The half that a narrow screen shows. */
  segment: Half;
  setSegment: (segment: Half) => void;
};

const Screen = ({ desk, expertId, receivedAt, segment, setSegment }: ScreenProps) => {
  const now = useServerNow(desk.now, receivedAt);
  const neighbours = useNeighbours(expertId, desk.assignmentId);
  const isWide = useMedia('(min-width: 992px)');
  const [share, setShare] = useShare();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const history = useSubView('history');
  const place = useRef<HTMLDivElement>(null);
  const ofSegment = segment === 'materials' ? 100 : 0;
  const shown = isWide ? share : ofSegment;
  const show = (half: Half) => {
    if (!isWide) setSegment(half);
    else if (shown === (half === 'scoring' ? 100 : 0)) setShare(70);
  };
  useDeskKeys({ place, neighbours, share, setShare, show, help: () => setHelpOpen(true) });
  return (
    <section className="panel desk" ref={place}>
      <DeskHead desk={desk} neighbours={neighbours} now={now}>
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
        {desk.works !== null && <Link to={history.hrefOf(1)}>历次保存</Link>}
        <Button type="text" className="desk-key-help" onClick={() => setHelpOpen(true)}>
          快捷键
        </Button>
      </DeskHead>
      {desk.dueAt && isOpen(desk.state) && <LastMinutes dueAt={desk.dueAt} now={now} />}
      {desk.returnedReason && (
        <Alert type="warning" showIcon title={`评审办退回修改：${desk.returnedReason}`} />
      )}
      <SuspendedNote reason={desk.cycle.suspendedReason} />
      {desk.cycle.suspendedReason === null && desk.closedReason !== null && (
        <ClosedNotice
          reason={desk.closedReason}
          help={{ cycleId: desk.cycle.id, officePhone: desk.cycle.officePhone, extension: desk.extension }}
        />
      )}
      <div className="desk-split" style={{ '--share': `${shown}fr`, '--rest': `${100 - shown}fr` } as object}>
        <div className="desk-materials" hidden={shown === 0}>
          {isOpen(desk.state) && desk.closedReason === null && <FirstHint />}
          <Materials desk={desk} />
        </div>
        {isWide && shown > 0 && shown < 100 && <Splitter share={share} onChange={setShare} />}
        <div className="desk-scoring" hidden={shown === 100}>
          <Scoring desk={desk} next={neighbours.unfinished} />
        </div>
      </div>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </section>
  );
};

/** An assignment that cannot be opened; text written on this device can still be read. */
const Unreadable = ({ id, children }: { id: number; children: ReactNode }) => (
  <section className="panel">
    <PageHead title="我的评审">
      <Link to="/desk/task">返回列表</Link>
    </PageHead>
    {children}
    <KeptOpinions {...useKeptOpinions({ id })} why="材料打不开时，您在这台设备上写下的内容仍可阅读和复制。" />
  </section>
);

/** One assignment: materials on the left, the opinion on the right. */
export default function Desk({ id, expertId }: { id: number; expertId: number }) {
  const { data, dataUpdatedAt, error, fetchStatus, isFetchedAfterMount, refetch } = useQuery({
    ...readingAfter(() => lastSaveOf(draftKeyOf(id)), reviewApi.read, { params: { id } }),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  // Not while it is submitted here: the answer then brings the new state.
  useOwnReviewChange(() => {
    if (unsubmitted.has(id) || !data || !isOpen(data.state)) void refetch();
  });
  // Kept here, since submit and recall remount the screen: the expert then sees the result.
  const [segment, setSegment] = useState<Half>('materials');
  // After a return the latest saved version is awaited instead of the cached one; without a network the cached one is
  // used.
  const isNew = isFetchedAfterMount || fetchStatus !== 'fetching';
  // Loaded data stays: a later failure must not remove the typed opinion.
  if (data && isNew)
    return (
      <Screen
        key={`${id}-${data.state === 'submitted'}`}
        desk={data}
        expertId={expertId}
        receivedAt={dataUpdatedAt}
        segment={segment}
        setSegment={setSegment}
      />
    );
  if (error)
    return (
      <Unreadable id={id}>
        <Failed what="评审材料" error={error} onRetry={() => void refetch()} />
      </Unreadable>
    );
  if (fetchStatus === 'paused')
    return (
      <Unreadable id={id}>
        <Empty text="网络已断开，这份材料还没有读取；恢复后自动打开" />
      </Unreadable>
    );
  return <Loading />;
}
