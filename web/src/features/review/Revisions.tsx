import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import { pageItem } from '../../kit/list/page-item.ts';
import { notify } from '../../lib/notify.ts';
import { reading } from '../../lib/query-client.ts';
import { assignmentTitle } from './assignment-title.ts';
import { OpinionView } from './OpinionView.tsx';

const SHOWN = 50;

type Props = {
  desk: ReviewDesk;
  /** Replaces the text by an earlier version; undefined while nothing can be written. */
  onRestore?: ((opinion: FilledForm) => void) | undefined;
};

const Saved = ({ desk, onRestore }: Props) => {
  const [page, setPage] = useState(0);
  // Never cached: it has to show a version that was replaced a moment ago.
  const { data, error, isFetching, refetch } = useQuery({
    ...reading(reviewApi.revisions, { params: { id: desk.assignmentId }, query: { page, size: SHOWN } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <Failed what="历次保存" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.content.length === 0) return <Empty text="还没有保存过意见" />;
  return (
    <div className="desk-revisions" aria-busy={isFetching}>
      {data.content.map(({ version, opinion, savedAt }) => (
        <details key={version}>
          <summary>
            第 {version} 次 {savedAt}
          </summary>
          <OpinionView cycle={desk.cycle} opinion={opinion} />
          {onRestore && <Button onClick={() => onRestore(opinion)}>恢复这一版</Button>}
        </details>
      ))}
      {data.totalElements > SHOWN && (
        <Pagination
          itemRender={pageItem}
          simple
          current={page + 1}
          pageSize={SHOWN}
          total={data.totalElements}
          onChange={(next) => setPage(next - 1)}
        />
      )}
    </div>
  );
};

/** All versions of the own opinion on the server, newest first. */
export const Revisions = ({ desk, onRestore }: Props) => {
  const { value, close } = useSubView('history');
  const restore =
    onRestore &&
    ((opinion: FilledForm) => {
      onRestore(opinion);
      close();
      notify.success('已恢复，原来的内容仍在「历次保存」中');
    });
  return (
    <DetailDrawer title={`${assignmentTitle(desk)} 历次保存`} isOpen={value !== null} onClose={close}>
      {value !== null && <Saved desk={desk} onRestore={restore} />}
    </DetailDrawer>
  );
};
