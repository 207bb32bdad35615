import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { recusalSchema } from './recusal-schema.ts';

const RecuseDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const navigate = useNavigate();
  return (
    <ReasonDialog
      title="需要回避"
      verb="申请回避"
      isDanger
      consequence="这份材料立即转交其他专家，您不再能打开它，已写的意见不会提交。"
      schema={recusalSchema}
      onClose={onClose}
      act={async (reason) => {
        await call(reviewApi.move, { params: { id }, body: { event: 'recuse', reason }, quiet: true });
        notify.success('已申请回避，材料已转交其他专家');
        await refresh(reviewApi.list);
        void navigate('/desk/task');
      }}
    />
  );
};

export const RecuseButton = ({ desk: { assignmentId: id, can } }: { desk: ReviewDesk }) => {
  const [isOpened, setOpened] = useState(false);
  if (can.recuse === undefined) return null;
  return (
    <>
      <ActionButton label="需要回避" reason={reasonOf(can.recuse)} run={() => setOpened(true)} />
      {isOpened && <RecuseDialog id={id} onClose={() => setOpened(false)} />}
    </>
  );
};
