import { type ReviewTask, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { text } from '@zhiping/shared/schemas.ts';
import { z } from 'zod';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { assignmentTitle } from './assignment-title.ts';

const declineSchema = z.object({ reason: text('原因', 300) });

type Props = { task: ReviewTask; onClose: () => void };

export default function DeclineDialog({ task, onClose }: Props) {
  return (
    <ReasonDialog
      title={`谢绝评审 ${assignmentTitle(task)}`}
      verb="谢绝评审"
      isDanger
      consequence="这份材料转交其他专家，不能再要回。需要回避的，请在签署承诺时选「申请回避」。"
      schema={declineSchema}
      onClose={onClose}
      act={async (reason) => {
        await call(reviewApi.move, {
          params: { id: task.assignmentId },
          body: { event: 'decline', reason },
          quiet: true,
        });
        notify.success('已谢绝，这份材料不再由您评审');
        await refresh(reviewApi.list);
      }}
    />
  );
}
