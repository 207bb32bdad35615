import { useQuery } from '@tanstack/react-query';
import { reviewApi, type ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { isAwaited } from '@zhiping/shared/rules/assignment-states.ts';
import type { Answer } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';

const ENOUGH = 500;

const isWaiting = ({ status, isHalted }: ReviewTask) => isAwaited(status) && !isHalted;

/** What waits for him first; it comes in the order of ends and bags. */
const waitingFirst = (tasks: Answer<typeof reviewApi.list>) => ({
  ...tasks,
  content: tasks.content.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a))),
});

/** All files of an expert; he has some dozens at most. */
export const useTasks = (expertId: number) =>
  useQuery({
    ...reading(reviewApi.list, { params: { id: expertId }, query: { size: ENOUGH } }),
    select: waitingFirst,
  });
