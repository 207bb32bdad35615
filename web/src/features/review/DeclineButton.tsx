import type { ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { assignmentTitle } from './assignment-title.ts';

const DeclineDialog = lazy(() => import('./DeclineDialog.tsx'));

/**
 * Declines an assignment before the commitment is signed, for a reason other than a conflict: no time, illness, another
 * subject.
 */
export const DeclineButton = ({ task }: { task: ReviewTask }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="review-decline"
        aria-label={`谢绝评审 ${assignmentTitle(task)}`}
        onClick={() => setOpen(true)}
      >
        谢绝评审
      </Button>
      {isOpen && (
        <Suspense>
          <DeclineDialog task={task} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
