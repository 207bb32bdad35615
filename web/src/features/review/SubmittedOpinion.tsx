import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { Alert } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { OpinionPaper } from './OpinionPaper.tsx';
import { OpinionView } from './OpinionView.tsx';
import { OtherOpinions } from './OtherOpinions.tsx';
import { Revisions } from './Revisions.tsx';
import { unsubmitted } from './unsubmitted.ts';

const reload = () => refresh(reviewApi.read, reviewApi.list);

type Props = {
  desk: ReviewDesk;
  /** The next assignment that waits. */
  next: number | undefined;
};

/** Recalls a submitted opinion while that is possible. */
const RecallButton = ({ desk: { assignmentId: id, can, state } }: { desk: ReviewDesk }) => {
  const confirm = useConfirm();
  const recall = async () => {
    try {
      await call(reviewApi.move, { params: { id }, body: { event: 'recall', reason: null } });
      notify.success('已撤回，修改后请重新提交');
    } finally {
      // After a refusal the opinion is locked or the time is over: the reload removes the impossible action.
      await reload();
    }
  };
  if (can.recall === undefined || state !== 'submitted') return null;
  return (
    <ActionButton
      label="撤回修改"
      reason={reasonOf(can.recall)}
      run={() =>
        confirm({
          title: '撤回修改',
          consequence: '修改后请在截止前重新提交。没有重新提交的，仍以这次提交的内容计入结果。',
          verb: '撤回修改',
          act: recall,
        })
      }
    />
  );
};

/** The submitted opinion, read-only. */
export const SubmittedOpinion = ({ desk, next }: Props) => {
  const { hrefOf } = useSubView('task');
  const [isFromElsewhere] = useState(() => desk.state === 'submitted' && unsubmitted.has(desk.assignmentId));
  const kept = useKeptOpinions({ id: desk.assignmentId, stored: desk.opinion });
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={
          isFromElsewhere
            ? `已在另一台设备于 ${desk.submittedAt ?? ''} 提交。要修改，请先撤回`
            : `已提交 ${desk.submittedAt ?? ''}`
        }
        description={
          <div className="desk-handed-in">
            {desk.hash && <span>内容摘要 {desk.hash.slice(0, 16)}</span>}
            {next !== undefined && <Link to={hrefOf(next)}>评审下一份</Link>}
          </div>
        }
      />
      <KeptOpinions
        {...kept}
        why="意见已经提交，下面是这台设备上另外写下、没有提交的内容。撤回修改后可以从中选用。"
      />
      <OpinionView cycle={desk.cycle} opinion={desk.opinion} />
      <OpinionPaper desk={desk} />
      <div className="desk-after">
        <PrintButton hasVisibleLabel label="打印评审意见" />
        <RecallButton desk={desk} />
      </div>
      <OtherOpinions desk={desk} />
      <Revisions desk={desk} />
    </>
  );
};
