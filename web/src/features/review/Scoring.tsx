import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { OpinionEditor } from './OpinionEditor.tsx';
import { SubmittedOpinion } from './SubmittedOpinion.tsx';

type Props = {
  desk: ReviewDesk;
  /** The next assignment that waits. */
  next: number | undefined;
};

/** The opinion: a form until it is submitted, then read-only. */
export const Scoring = ({ desk, next }: Props) =>
  isOpen(desk.state) ? <OpinionEditor desk={desk} /> : <SubmittedOpinion desk={desk} next={next} />;
