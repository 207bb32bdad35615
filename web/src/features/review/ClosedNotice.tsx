import { type HelpInCycle, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

const extensionWords = ({ extension }: HelpInCycle) => {
  if (!extension) return '';
  if (!extension.isRefused) return `已于 ${extension.askedAt} 申请延期，等待评审办答复。`;
  return `评审办没有同意延期：${extension.note ?? ''}。`;
};

const AskExtension = ({ cycleId }: { cycleId: number }) => {
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>申请延期</Button>
      {isOpened && (
        <ReasonDialog
          title="申请延期"
          verb="申请"
          consequence="评审办会看到您的姓名和原因。同意后，您在本批次待交的全部意见一起延期，并通知您新的截止时间。"
          schema={reviewApi.askExtension.body}
          onClose={() => setOpened(false)}
          act={async (reason) => {
            await call(reviewApi.askExtension, { body: { cycleId, reason }, quiet: true });
            notify.success('已申请延期，请等待评审办答复');
            await refresh(reviewApi.read, reviewApi.list);
          }}
        />
      )}
    </>
  );
};

type Props = {
  /** Why nothing can be written. */
  reason: string;
  help: HelpInCycle;
};

/** Says before anything is typed that nothing can be written, and how to get more time. */
export const ClosedNotice = ({ reason, help }: Props) => {
  const { extension, officePhone, cycleId } = help;
  const isWaiting = extension !== null && !extension.isRefused;
  return (
    <Alert
      type="warning"
      showIcon
      title={reason}
      description={[extensionWords(help), officePhone && `评审办电话 ${officePhone}`]
        .filter(Boolean)
        .join(' ')}
      action={isWaiting ? undefined : <AskExtension cycleId={cycleId} />}
    />
  );
};
