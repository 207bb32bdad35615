import { isAwaited } from '@zhiping/shared/rules/assignment/states.ts';
import { useAssignments } from './use-assignments.ts';

const endedStatuses = new Set(['declined', 'recused']);

/** The assignments before and after this one in the list, and the next one that is not submitted. */
export const useNeighbours = (expertId: number, id: number) => {
  const { data } = useAssignments(expertId);
  const own = (data?.content ?? []).filter(({ status }) => !endedStatuses.has(status));
  // Assignments without a signed commitment cannot be opened, but are counted as in the list.
  const open = own.filter(({ status, isHalted }) => status !== 'released' && !isHalted);
  const at = open.findIndex(({ assignmentId }) => assignmentId === id);
  const rest = [...open.slice(at + 1), ...open.slice(0, Math.max(0, at))];
  return {
    previous: open[at - 1]?.assignmentId,
    next: at < 0 ? undefined : open[at + 1]?.assignmentId,
    unfinished: rest.find(({ status }) => isAwaited(status))?.assignmentId,
    done: own.filter(({ submittedAt }) => submittedAt !== null).length,
    all: own.length,
  };
};

export type Neighbours = ReturnType<typeof useNeighbours>;
