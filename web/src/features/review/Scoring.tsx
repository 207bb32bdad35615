import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { SaveStatus } from '../../kit/form/SaveStatus.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { announce } from '../../lib/announce.ts';
import { call } from '../../lib/api.ts';
import { useIsDraftStorageRefused } from '../../lib/draft-storage-state.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { OpinionForm } from '../../pickers/opinion/OpinionForm.tsx';
import { ClashChooser } from './ClashChooser.tsx';
import { copyOpinion } from './copy-opinion.ts';
import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';
import { OfflineSheet } from './OfflineSheet.tsx';
import { OpinionPaper } from './OpinionPaper.tsx';
import { OpinionView } from './OpinionView.tsx';
import { OtherOpinions } from './OtherOpinions.tsx';
import { recusalSchema } from './recusal-schema.ts';
import { Revisions } from './Revisions.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { useOpinionWork } from './use-opinion-work.ts';

const reload = () => refresh(reviewApi.read, reviewApi.list);

type Props = {
  desk: ReviewDesk;
  /** The next assignment that waits. */
  next: number | undefined;
};

/** The submitted opinion, with the button to recall it while that is possible. */
const SubmittedOpinion = ({ desk, next }: Props) => {
  const { hrefOf } = useSubView('task');
  const confirm = useConfirm();
  const { assignmentId: id, can } = desk;
  const kept = useKeptOpinions({ id, stored: desk.opinion });
  const recall = async () => {
    try {
      await call(reviewApi.move, { params: { id }, body: { event: 'recall', reason: null } });
      notify.success('已撤回，修改后请重新提交');
    } finally {
      // After a refusal the opinion is locked or the time is over: the reload removes the impossible action.
      await reload();
    }
  };
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={`已提交 ${desk.submittedAt ?? ''}`}
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
        {can.recall !== undefined && desk.state === 'submitted' && (
          <ActionButton
            label="撤回修改"
            reason={reasonOf(can.recall)}
            run={() =>
              confirm({
                title: '撤回修改',
                consequence: '撤回后请在截止前重新提交，没有重新提交的不计入结果。',
                verb: '撤回修改',
                act: recall,
              })
            }
          />
        )}
      </div>
      <OtherOpinions desk={desk} />
      <Revisions desk={desk} />
    </>
  );
};

const OpinionEditor = ({ desk }: { desk: ReviewDesk }) => {
  const work = useOpinionWork(desk);
  const navigate = useNavigate();
  const isKeepingRefused = useIsDraftStorageRefused();
  const [isTried, setTried] = useState(false);
  const [open, setOpen] = useState<'submit' | 'recuse'>();
  const { assignmentId: id, cycle, can } = desk;
  const { opinion, conflict, refusal } = work;
  if (conflict)
    return (
      <>
        <ClashChooser clashes={conflict.clashes} onResolve={work.resolve} />
        <Revisions desk={desk} />
      </>
    );
  if (!opinion) return <Loading />;
  return (
    <>
      <Revisions desk={desk} onRestore={work.restore} />
      {refusal && (
        <Alert
          className="desk-refusal"
          type="error"
          showIcon
          title={refusal}
          description={
            isKeepingRefused
              ? '这台设备的浏览器不能暂存内容，请复制出来另外保存。'
              : '您写下的内容仍保存在这台电脑上，可以复制出来。'
          }
          action={<Button onClick={() => void copyOpinion(opinion)}>复制意见</Button>}
        />
      )}
      <div className="desk-aside">
        <OfflineSheet desk={desk} work={work} />
        {can.recuse !== undefined && (
          <ActionButton label="需要回避" reason={reasonOf(can.recuse)} run={() => setOpen('recuse')} />
        )}
      </div>
      <OpinionForm
        form={cycle.form}
        scale={cycle.scale}
        opinion={opinion}
        hasTriedSubmit={isTried}
        status={<SaveStatus status={work.status} onRetry={() => void work.flush()} />}
        onChange={work.change}
      >
        {(missing, show) => (
          <Button
            type="primary"
            className="desk-submit"
            onClick={() => {
              setTried(true);
              if (missing[0]) {
                show(missing[0]);
                announce(missing[0].message);
              } else setOpen('submit');
            }}
          >
            提交评审
          </Button>
        )}
      </OpinionForm>
      {open === 'submit' && (
        <SubmitDialog
          desk={desk}
          opinion={opinion}
          status={work.status.state}
          submit={work.submit}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'recuse' && (
        <ReasonDialog
          title="需要回避"
          verb="申请回避"
          isDanger
          consequence="这份材料立即转交其他专家，您不再能打开它，已写的意见不会提交。"
          schema={recusalSchema}
          onClose={() => setOpen(undefined)}
          act={async (reason) => {
            await call(reviewApi.move, { params: { id }, body: { event: 'recuse', reason }, quiet: true });
            notify.success('已申请回避，材料已转交其他专家');
            await refresh(reviewApi.list);
            void navigate('/desk/task');
          }}
        />
      )}
    </>
  );
};

/** The opinion: a form until it is submitted, then read-only. */
export const Scoring = ({ desk, next }: Props) =>
  isOpen(desk.state) ? <OpinionEditor desk={desk} /> : <SubmittedOpinion desk={desk} next={next} />;
