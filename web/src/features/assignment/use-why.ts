import { useQuery } from '@tanstack/react-query';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { isOpenTask } from '@zhiping/shared/rules/task-states.ts';
import { call } from '../../lib/api.ts';

const POLL_MS = 1000;

type Asked = {
  drawId: number | null;
  projectId: number;
  /** Somebody who is to be told of too. */
  expertId?: number | undefined;
};

/**
 * Why a file has the experts it has, and how far the answer is. Asking computes nothing twice, so each look asks: what was changed meanwhile begins a
 * new computation by itself.
 */
export const useWhy = ({ drawId, projectId, expertId }: Asked) =>
  useQuery({
    queryKey: [drawResultApi.why.path, drawId, projectId, expertId],
    enabled: drawId !== null,
    queryFn: async ({ signal }) => {
      const params = { id: drawId! };
      const body = { projectId, ...(expertId && { expertId }) };
      await call(drawResultApi.startWhy, { params, body, signal, quiet: true });
      return call(drawResultApi.why, { params, query: { projectId }, signal });
    },
    refetchInterval: ({ state: { data } }) =>
      data?.why === null && data.run?.state && isOpenTask(data.run.state) ? POLL_MS : false,
    // Before the new answer is there the one before stays, for the same file.
    placeholderData: (before) => before,
  });
