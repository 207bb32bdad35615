import { useQuery } from '@tanstack/react-query';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { lazy, Suspense } from 'react';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { AssignmentList } from './AssignmentList.tsx';

const Desk = lazy(() => import('./Desk.tsx'));
const CommitmentScreen = lazy(() => import('./CommitmentScreen.tsx'));

/** The assignments of an expert, the commitment to sign for them, or one of them. */
export default function ReviewPage() {
  const task = useSubView('task');
  const signing = useSubView('sign');
  const kept = useKeptOpinions();
  const {
    data: own,
    error,
    refetch,
  } = useQuery({
    ...reading(expertApi.own),
    // Quiet: the page shows the failure.
    queryFn: ({ signal }) => call(expertApi.own, { signal, quiet: true }),
  });
  if (error instanceof ApiError && error.status === 404)
    return (
      <section className="panel">
        <PageHead title="我的评审" />
        <Empty text="这个账号不是评审专家" />
        <KeptOpinions {...kept} why="下面是您以前在这台设备上写下、没有提交的内容，可以阅读和复制。" />
      </section>
    );
  if (error) return <Failed what="专家信息" error={error} onRetry={() => void refetch()} />;
  if (!own) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      {task.value !== null && <Desk key={task.value} id={Number(task.value)} expertId={own.id} />}
      {task.value === null && signing.value !== null && (
        <CommitmentScreen cycleId={Number(signing.value)} onLeave={signing.close} />
      )}
      {task.value === null && signing.value === null && <AssignmentList expertId={own.id} />}
    </Suspense>
  );
}
