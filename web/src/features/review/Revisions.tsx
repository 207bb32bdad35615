import { useQuery } from '@tanstack/react-query';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import { reading } from '../../lib/query-client.ts';
import { assignmentTitle } from './assignment-title.ts';
import { OpinionView } from './OpinionView.tsx';

const SHOWN = 50;

const Saved = ({ desk }: { desk: ReviewDesk }) => {
  const { data, error, refetch } = useQuery(
    reading(reviewApi.revisions, { params: { id: desk.assignmentId }, query: { size: SHOWN } }),
  );
  if (error) return <Failed what="历次保存" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.content.length === 0) return <Empty text="还没有保存过意见" />;
  return (
    <div className="desk-revisions">
      {data.totalElements > SHOWN && <p className="review-soft">最近 {SHOWN} 次</p>}
      {data.content.map(({ version, opinion, savedAt }) => (
        <details key={version}>
          <summary>
            第 {version} 次 {savedAt}
          </summary>
          <OpinionView cycle={desk.cycle} opinion={opinion} />
        </details>
      ))}
    </div>
  );
};

/** All versions of the own opinion on the server, newest first. */
export const Revisions = ({ desk }: { desk: ReviewDesk }) => {
  const { value, close } = useSubView('history');
  return (
    <DetailDrawer title={`${assignmentTitle(desk)} 历次保存`} isOpen={value !== null} onClose={close}>
      {value !== null && <Saved desk={desk} />}
    </DetailDrawer>
  );
};
