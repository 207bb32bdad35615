import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { AnswerScale, FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { announce } from '../../../lib/announce.ts';
import { OpinionForm } from '../../../pickers/opinion/OpinionForm.tsx';
import { ReviewFormPaper } from './ReviewFormPaper.tsx';

type Props = { form: ReviewForm; scale: AnswerScale; title: string };

const EMPTY: FilledForm = { scores: {}, texts: {}, conclusion: null, grade: null };
const COMPLETE = '已填写完整。这是预览，不会提交。';

/** The form as experts will use it, to try out; nothing is saved. */
export const ReviewFormPreview = ({ form, scale, title }: Props) => {
  const [opinion, setOpinion] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  return (
    <section className="review-form-preview" aria-label={`${title} 评审表预览`}>
      <Alert
        type="info"
        showIcon
        title="这是预览，可以试填，不会保存，也不会提交。"
        action={<PrintButton label="打印空白评审表" />}
      />
      <h2>{title}</h2>
      <OpinionForm
        form={form}
        scale={scale}
        opinion={opinion}
        hasTriedSubmit={isTried}
        onChange={(next) => setOpinion(next)}
      >
        {(missing, show) => (
          <>
            {isTried && missing.length === 0 && <span className="opinion-complete">{COMPLETE}</span>}
            <Button
              type="primary"
              onClick={() => {
                setTried(true);
                if (missing[0]) show(missing[0]);
                announce(missing[0]?.message ?? COMPLETE);
              }}
            >
              提交评审
            </Button>
          </>
        )}
      </OpinionForm>
      <ReviewFormPaper form={form} scale={scale} title={title} />
    </section>
  );
};
