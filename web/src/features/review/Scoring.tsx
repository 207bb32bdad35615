import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { useState } from 'react';
import { ClosedOpinion } from './ClosedOpinion.tsx';
import { OpinionEditor } from './OpinionEditor.tsx';
import { SubmittedOpinion } from './SubmittedOpinion.tsx';

type Props = {
  desk: ReviewDesk;
  /** The next assignment that waits. */
  next: number | undefined;
};

/** The opinion: a form until it is submitted, then read-only. */
export const Scoring = ({ desk, next }: Props) => {
  // If the time ends while the opinion is written, the editor stays: the text can still be copied there.
  const [wasClosed] = useState(desk.closedReason !== null);
  if (!isOpen(desk.state)) return <SubmittedOpinion desk={desk} next={next} />;
  return wasClosed && desk.closedReason !== null ? (
    <ClosedOpinion desk={desk} />
  ) : (
    <OpinionEditor desk={desk} />
  );
};
