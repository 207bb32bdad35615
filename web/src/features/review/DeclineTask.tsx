import { type ReviewTask, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { text } from '@zhiping/shared/schemas.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

const declineSchema = z.object({ reason: text('原因', 300) });

/** Give back a file before the commitment is signed, for another reason than a conflict: no time, illness, another subject. */
export const DeclineTask = ({ task: { assignmentId, bagNo } }: { task: ReviewTask }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="review-decline" aria-label={`谢绝评审 ${bagNo}`} onClick={() => setOpen(true)}>
        谢绝评审
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`谢绝评审 ${bagNo}`}
          verb="谢绝评审"
          isDanger
          consequence="这份材料转交其他专家，不能再要回。需要回避的，请在签署承诺时选「申请回避」。"
          schema={declineSchema}
          onClose={() => setOpen(false)}
          act={async (reason) => {
            await call(reviewApi.move, {
              params: { id: assignmentId },
              body: { event: 'decline', reason },
              quiet: true,
            });
            notify.success('已谢绝，这份材料不再由您评审');
            await refresh(reviewApi.list);
          }}
        />
      )}
    </>
  );
};
