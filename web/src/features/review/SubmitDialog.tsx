import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { useEffect } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import type { SaveStatus } from '../../lib/autosaver.ts';
import { notify } from '../../lib/notify.ts';
import { useOnline } from '../../lib/use-online.ts';
import { assignmentTitle } from './assignment-title.ts';
import { OpinionView } from './OpinionView.tsx';

type Props = {
  desk: ReviewDesk;
  opinion: FilledForm;
  /** Save state of the draft. */
  status: SaveStatus['state'];
  submit: () => Promise<void>;
  onClose: () => void;
};

/** Shows the whole opinion before it is submitted. */
export const SubmitDialog = ({ desk, opinion, status, submit, onClose }: Props) => {
  const isOnline = useOnline();
  const send = useAction(async () => {
    await submit();
    notify.success(`${assignmentTitle(desk)} 的意见已提交`);
    onClose();
  }, '提交失败，请重试');
  const { clearProblem } = send;
  // A network problem is over once the network is back or the draft has arrived.
  useEffect(() => {
    if (isOnline && status !== 'offline' && status !== 'failed') clearProblem();
  }, [isOnline, status, clearProblem]);
  const unread = desk.files.filter(({ isRead }) => !isRead).length;
  return (
    <Dialog
      open
      width={640}
      title={`提交 ${assignmentTitle(desk)} 的评审意见`}
      problem={send.problem}
      okText="提交"
      cancelText="再看看"
      confirmLoading={send.isPending}
      onOk={() => void send.run()}
      onCancel={onClose}
    >
      {unread > 0 && <p className="review-returned">还有 {unread} 份材料没有读完。</p>}
      <OpinionView cycle={desk.cycle} opinion={opinion} />
      <p className="soft">提交后在截止前可以撤回修改，每次提交的内容都会保留。</p>
    </Dialog>
  );
};
