import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { refresh } from './query-client.ts';

/** Hundreds of experts hand in within an hour; what shows them looks again at most this often. */
const PAUSE_MS = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * A round went on: what is on screen of it is read again, soon. Opinions are not: each reading of them is on record, and what
 * somebody reads must not change under his eyes.
 */
export const hearRound = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    void refresh(assignmentApi.files, assignmentApi.summary, reviewBoardApi.board, reviewBoardApi.experts);
  }, PAUSE_MS);
};
