import { useQuery } from '@tanstack/react-query';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { isOpenTask } from '@zhiping/shared/rules/task/states.ts';
import { call } from '../../lib/api.ts';

const POLL_MS = 1000;

type Asked = {
  drawId: number | null;
  projectId: number;
  /** A further expert to explain. */
  expertId?: number | undefined;
};

/**
 * Why a project has these experts, and the progress of the computation. Every mount starts it: the server reuses an
 * answer that is still valid, and computes a new one after a change.
 */
export const useExclusionReasons = ({ drawId, projectId, expertId }: Asked) =>
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
    // Keeps the previous answer until the new one arrives.
    placeholderData: (before) => before,
  });
