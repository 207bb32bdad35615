import { formFor } from '@zhiping/shared/rules/opinion/form.ts';
import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { answerScale } from '@zhiping/shared/rules/review-rule/answer-scale.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Loading } from '../../kit/display/states.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { ApplicantPreview } from './ApplicantPreview.tsx';

const ReviewFormPreview = lazy(() =>
  import('./review-form/ReviewFormPreview.tsx').then(({ ReviewFormPreview: shown }) => ({ default: shown })),
);

const WIDTH = 880;

/** Previews for others: the notice and conditions for applicants, the review form for experts. */
export const CyclePreview = ({ cycle }: { cycle: Cycle }) => {
  const [shown, setShown] = useState<'applicant' | 'expert'>();
  const { scale } = answerScale.schema.parse(cycle.rules[answerScale.code]?.values ?? {});
  const close = () => setShown(undefined);
  return (
    <>
      <div className="check-previews">
        <Button onClick={() => setShown('applicant')}>预览申报页</Button>
        <Button onClick={() => setShown('expert')}>预览评审表</Button>
      </div>
      <Dialog open={shown === 'applicant'} title="申报人看到的" width={WIDTH} footer={null} onCancel={close}>
        <ApplicantPreview cycle={cycle} />
      </Dialog>
      <Dialog open={shown === 'expert'} title="专家看到的" width={WIDTH} footer={null} onCancel={close}>
        <Suspense fallback={<Loading />}>
          <ReviewFormPreview form={formFor(cycle.form, cycle.blind)} scale={scale} title={cycle.name} />
        </Suspense>
      </Dialog>
    </>
  );
};
