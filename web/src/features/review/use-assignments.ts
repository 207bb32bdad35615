import { useQuery } from '@tanstack/react-query';
import { reviewApi, type ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { isAwaited } from '@zhiping/shared/rules/assignment/states.ts';
import type { Answer } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';

const ENOUGH = 500;

const isWaiting = ({ status, isHalted }: ReviewTask) => isAwaited(status) && !isHalted;

/** Waiting assignments first; the server sorts by deadline and bag number. */
const waitingFirst = (tasks: Answer<typeof reviewApi.list>) => ({
  ...tasks,
  content: tasks.content.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a))),
});

/** All assignments of an expert, some dozens at most. */
export const useAssignments = (expertId: number) =>
  useQuery({
    ...reading(reviewApi.list, { params: { id: expertId }, query: { size: ENOUGH } }),
    select: waitingFirst,
  });
