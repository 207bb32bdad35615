import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Loading } from '../../kit/display/states.tsx';
import { SaveStatus } from '../../kit/form/SaveStatus.tsx';
import { announce } from '../../lib/announce.ts';
import { useIsDraftStorageRefused } from '../../lib/draft-storage-state.ts';
import { OpinionForm } from '../../pickers/opinion/OpinionForm.tsx';
import { ClashChooser } from './ClashChooser.tsx';
import { copyOpinion } from './copy-opinion.ts';
import { OfflineSheet } from './OfflineSheet.tsx';
import { RecuseButton } from './RecuseButton.tsx';
import { Revisions } from './Revisions.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { type OpinionWork, useOpinionWork } from './use-opinion-work.ts';

/** Why the server rejects the text, which can be copied. */
const RefusalNotice = ({ refusal, opinion }: { refusal: string; opinion: FilledForm }) => (
  <Alert
    className="desk-refusal"
    type="error"
    showIcon
    title={refusal}
    description={
      useIsDraftStorageRefused()
        ? '这台设备的浏览器不能暂存内容，请复制出来另外保存。'
        : '您写下的内容仍保存在这台电脑上，可以复制出来。'
    }
    action={<Button onClick={() => void copyOpinion(opinion)}>复制意见</Button>}
  />
);

type FormProps = { desk: ReviewDesk; work: OpinionWork; opinion: FilledForm };

/** The form with its submission. */
const OpenForm = ({ desk, work, opinion }: FormProps) => {
  const [isTried, setTried] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  return (
    <>
      <OpinionForm
        form={desk.cycle.form}
        scale={desk.cycle.scale}
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
              } else setSubmitting(true);
            }}
          >
            提交评审
          </Button>
        )}
      </OpinionForm>
      {isSubmitting && (
        <SubmitDialog
          desk={desk}
          opinion={opinion}
          status={work.status.state}
          submit={work.submit}
          onClose={() => setSubmitting(false)}
        />
      )}
    </>
  );
};

/** The opinion while it is written. */
export const OpinionEditor = ({ desk }: { desk: ReviewDesk }) => {
  const work = useOpinionWork(desk);
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
        <RefusalNotice
          refusal={desk.closedReason === null ? refusal : '最后写下的内容没有保存到服务器'}
          opinion={opinion}
        />
      )}
      <div className="desk-aside">
        <OfflineSheet desk={desk} work={work} />
        <RecuseButton desk={desk} />
      </div>
      <OpenForm desk={desk} work={work} opinion={opinion} />
    </>
  );
};
