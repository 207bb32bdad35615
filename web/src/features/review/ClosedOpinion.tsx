import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { OpinionView } from './OpinionView.tsx';
import { RecuseButton } from './RecuseButton.tsx';
import { Revisions } from './Revisions.tsx';

/** An opinion that is not submitted and cannot be written now, read-only. */
export const ClosedOpinion = ({ desk }: { desk: ReviewDesk }) => (
  <>
    <KeptOpinions
      {...useKeptOpinions({ id: desk.assignmentId, stored: desk.opinion })}
      why="现在不能保存。下面是这台设备上写下、还没有上传的内容，可以重新填写时自动上传。"
    />
    <Revisions desk={desk} />
    <div className="desk-aside">
      <RecuseButton desk={desk} />
    </div>
    <h2>已写的意见</h2>
    <OpinionView cycle={desk.cycle} opinion={desk.opinion} />
  </>
);
